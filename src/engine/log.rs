//! Where events go.

use super::event::{Event, EventKind};
use super::execution::Execution;
use crate::model::{ClauseId, Seat};

/// Events are collected here where somebody wants them.
pub(crate) type EventLog<'a> = Option<&'a mut Vec<Event>>;

/// Tells an event outside a story.
pub(crate) fn log_event(events: &mut EventLog<'_>, clause: ClauseId, seat: Seat, kind: EventKind) {
    if let Some(events) = events {
        events.push(Event { clause, seat, kind });
    }
}

/// Hands the events of a story on.
pub(crate) fn append_events(events: &mut EventLog<'_>, story: &mut Execution<'_>) {
    if let (Some(events), Some(told)) = (events.as_mut(), story.events.take()) {
        events.extend(told);
    }
}
