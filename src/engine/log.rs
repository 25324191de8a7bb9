//! Where events go.

use super::event::{Event, EventKind};
use super::story::Story;
use crate::model::{ClauseId, Seat};

/// Events are collected here where somebody wants them.
pub(crate) type Log<'a> = Option<&'a mut Vec<Event>>;

/// Tells an event outside a story.
pub(crate) fn log(events: &mut Log<'_>, clause: ClauseId, seat: Seat, kind: EventKind) {
    if let Some(events) = events {
        events.push(Event { clause, seat, kind });
    }
}

/// Hands the events of a story on.
pub(crate) fn keep(events: &mut Log<'_>, story: &mut Story<'_>) {
    if let (Some(events), Some(told)) = (events.as_mut(), story.events.take()) {
        events.extend(told);
    }
}
