//! Where events are logged.

use super::event::{Event, EventKind};
use super::execution::Execution;
use crate::model::{ClauseId, Seat};

/// Where events are collected; `None`: they are not.
pub(crate) type EventLog<'a> = Option<&'a mut Vec<Event>>;

/// Logs an event outside an execution.
pub(crate) fn log_event(events: &mut EventLog<'_>, clause: ClauseId, seat: Seat, kind: EventKind) {
    if let Some(events) = events {
        events.push(Event { clause, seat, kind });
    }
}

/// Moves the events of an execution to the log.
pub(crate) fn append_events(events: &mut EventLog<'_>, exec: &mut Execution<'_>) {
    if let (Some(events), Some(logged)) = (events.as_mut(), exec.events.take()) {
        events.extend(logged);
    }
}
