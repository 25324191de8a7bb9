//! Positions in answers.

use super::clause::{ClauseAnswer, clause};
use super::named::OrderedMap;
use crate::engine::{Choice, Decider, Deciding, Engine, Position};
use crate::model::{Model, NoteId, NoteKind, NoteValue, PlaceId, Seat};
use crate::notation::{choice_id, counted_noun, direction_word};
use crate::source::Sources;
use serde::Serialize;

/// A position.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct PositionAnswer {
    /// The seat that decides; `None` when the game is over.
    pub seat: Option<u8>,
    /// The name of that player.
    pub player: Option<String>,
    /// The kind of decision.
    pub deciding: Option<&'static str>,
    /// The legal choices.
    pub choices: Vec<ChoiceAnswer>,
    /// Offers in addition to the choices: `concede`, `agree`; left out if there are none.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub offers: Vec<ChoiceAnswer>,
    /// The mover; in some games the opponent decides within a move.
    pub mover: u8,
    /// `opening`, `turn`, `match` (the next game is being made), `over`.
    pub phase: &'static str,
    /// The choices made in this move (or opening, match) so far.
    pub answers: Vec<String>,
    /// A lot is drawn; nobody is asked.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    pub lot: bool,
    /// The move has begun: choices or forced steps were made in it. The position is then in the middle
    /// of a move, which `setup` cannot set up.
    pub under_way: bool,
    /// Seeds of every place.
    pub seeds: OrderedMap<u16>,
    /// For each kind of seeds, the seeds of that kind by place; left out if seeds have no kinds.
    #[serde(skip_serializing_if = "OrderedMap::is_empty")]
    pub kinds: OrderedMap<OrderedMap<u16>>,
    /// Places whose seeds are hidden from the other players; left out if there are none.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub hidden: Vec<String>,
    /// Seeds in the sowing hand, in mid-move.
    pub hand: u16,
    /// Marks of holes and, under their names, of players.
    pub marks: OrderedMap<Vec<MarkAnswer>>,
    /// Holes out of play.
    pub closed: Vec<String>,
    /// The owners of holes, if they have changed.
    pub owners: OrderedMap<Option<u8>>,
    /// The values of notes; a list if each player has one.
    pub notes: OrderedMap<NoteAnswer>,
    /// The stage that each player is in; empty in a game without stages.
    pub stage: Vec<String>,
    /// Extra moves of each player at their next turn.
    pub again: Vec<u16>,
    /// Moves made in this turn, and moves left, including this one.
    pub turn: TurnAnswer,
    /// Who has moved in this stage, game, match.
    pub moved: MovedAnswer,
    /// Whether the game is over.
    pub over: bool,
    /// The result, if it is over.
    pub result: Option<ResultAnswer>,
    /// The state of the match.
    pub r#match: MatchAnswer,
    /// A hash of the position, 16 hexadecimal digits: equal positions have equal hashes.
    pub hash: String,
}

/// A choice.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct ChoiceAnswer {
    /// The text for a `play` request.
    pub id: String,
    /// For people.
    pub text: String,
}

/// A mark.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
#[allow(missing_docs)]
pub struct MarkAnswer {
    pub name: String,
    pub owner: Option<u8>,
}

/// The value of a note.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
#[serde(untagged)]
#[allow(missing_docs)]
pub enum NoteAnswer {
    Number(i32),
    Yes(bool),
    Word(String),
    Each(Vec<NoteAnswer>),
    Unset(()),
}

/// The moves of the turn.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
#[allow(missing_docs)]
pub struct TurnAnswer {
    pub made: u16,
    pub left: u16,
}

/// Who has moved.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
#[allow(missing_docs)]
pub struct MovedAnswer {
    pub stage: Vec<u8>,
    pub game: Vec<u8>,
    pub r#match: Vec<u8>,
}

/// How a game ended.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct ResultAnswer {
    /// The winner; `None`: the game is drawn, or a player lost.
    pub winner: Option<u8>,
    /// The loser in a game without a winner: with one player, or with three or more.
    pub loser: Option<u8>,
    /// The seeds that each player holds.
    pub scores: Vec<u32>,
    /// The statement or default that ended it.
    pub why: ClauseAnswer,
}

/// The state of the match.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct MatchAnswer {
    /// The number of the game in the match, from 1.
    pub game: u16,
    /// The player who moved first in it.
    pub starter: u8,
    /// The winner of the last game.
    pub last_winner: Option<u8>,
    /// No further game follows.
    pub over: bool,
    /// The winner of the match.
    pub winner: Option<u8>,
    /// The loser of a match without a winner.
    pub loser: Option<u8>,
}

/// A position as part of an answer.
pub fn position(engine: &Engine, sources: &Sources, at: &Position) -> PositionAnswer {
    let model = engine.model();
    let setup = at.setup(engine);
    let number = |seat: Option<Seat>| seat.map(|s| s.0);
    let numbers = |seats: Option<Vec<Seat>>| seats.iter().flatten().map(|s| s.0).collect();
    let id = |place: PlaceId| model.place(place).to_owned();
    let status = at.match_status();
    let choice = |c: Choice| choice_answer(model, at, c);
    PositionAnswer {
        seat: number(at.decider().and_then(Decider::seat)),
        player: at.decider().and_then(Decider::seat).map(|seat| model.player(seat).into()),
        lot: at.decider() == Some(Decider::Lot),
        deciding: at.deciding().map(Deciding::name),
        choices: engine.choices(at).into_iter().map(choice).collect(),
        offers: engine.offers(at).into_iter().map(choice).collect(),
        mover: at.mover().0,
        phase: phase(at),
        answers: at.answers().iter().map(|c| choice_id(model, *c)).collect(),
        under_way: at.is_under_way(),
        seeds: (0..model.board.places.len())
            .map(|i| PlaceId(i as u8))
            .map(|p| (id(p), at.seeds(p)))
            .collect(),
        kinds: kinds(model, &setup),
        hidden: model.board.places.iter().filter(|p| p.hidden).map(|p| p.id.clone()).collect(),
        hand: at.sowing(),
        marks: marks(model, &setup),
        closed: setup.closed.iter().map(|p| id(*p)).collect(),
        owners: setup.owners.iter().map(|(p, seat)| (id(*p), number(*seat))).collect(),
        notes: notes(model, &setup.notes),
        stage: if model.stages.len() > 1 {
            let name = |stage: u8| model.stages.get(usize::from(stage)).map(|s| s.name.clone());
            setup.stage.iter().filter_map(|(_, stage)| name(*stage)).collect()
        } else {
            Vec::new()
        },
        again: setup.again.iter().map(|(_, n)| *n).collect(),
        turn: TurnAnswer { made: setup.moves_made, left: setup.moves_left.unwrap_or(1) },
        moved: MovedAnswer {
            stage: numbers(setup.moved),
            game: numbers(setup.played),
            r#match: numbers(setup.played_match),
        },
        over: at.is_over(),
        result: at.result().map(|result| ResultAnswer {
            winner: number(result.verdict.winner()),
            loser: number(result.verdict.loser()),
            scores: result.scores.to_vec(),
            why: clause(model, sources, result.clause),
        }),
        r#match: MatchAnswer {
            game: setup.game.unwrap_or(1),
            starter: setup.starter.unwrap_or_default().0,
            last_winner: number(setup.last_winner),
            over: status.over,
            winner: number(status.verdict.winner()),
            loser: number(status.verdict.loser()),
        },
        hash: format!("{:016x}", at.hash()),
    }
}

fn kinds(model: &Model, setup: &crate::engine::PositionSetup) -> OrderedMap<OrderedMap<u16>> {
    let of = |kind: usize| {
        let these = setup.kinds.iter().filter(move |(_, k, _)| k.index() == kind);
        these.map(|(p, _, n)| (model.place(*p).to_owned(), *n)).collect()
    };
    model.kinds.iter().enumerate().map(|(i, kind)| (kind.name.clone(), of(i))).collect()
}

fn phase(at: &Position) -> &'static str {
    if at.is_over() {
        "over"
    } else if at.is_opening() {
        "opening"
    } else if at.is_between_games() {
        "match"
    } else {
        "turn"
    }
}

fn marks(model: &Model, setup: &crate::engine::PositionSetup) -> OrderedMap<Vec<MarkAnswer>> {
    let places = setup.marks.iter().map(|(p, m, owner)| (model.place(*p), m, owner));
    let players = setup.player_marks.iter().map(|(s, m, owner)| (model.player(*s), m, owner));
    let mut marks: OrderedMap<Vec<MarkAnswer>> = OrderedMap::default();
    for (on, mark, owner) in places.chain(players) {
        let name = model.marks[mark.index()].name.clone();
        let mark = MarkAnswer { name, owner: owner.map(|s| s.0) };
        match marks.0.iter_mut().find(|(known, _)| known == on) {
            Some((_, marks)) => marks.push(mark),
            None => marks.0.push((on.into(), vec![mark])),
        }
    }
    marks
}

fn notes(model: &Model, values: &[(NoteId, Seat, i32)]) -> OrderedMap<NoteAnswer> {
    let names = note_names(model);
    let mut notes: OrderedMap<NoteAnswer> = OrderedMap::default();
    for (note, seat, value) in values {
        let (declared, name) = (&model.notes[note.index()], &names[note.index()]);
        let value = note_value(model, declared.kind, *value);
        match notes.0.last_mut() {
            Some((_, NoteAnswer::Each(values))) if seat.0 > 0 => values.push(value),
            _ if declared.of_each_player => {
                notes.0.push((name.clone(), NoteAnswer::Each(vec![value])));
            }
            _ => notes.0.push((name.clone(), value)),
        }
    }
    notes
}

/// The names of the notes. Notes that the resolver adds (a direction chosen for the game) can have the
/// same name; the second then gets a number.
pub fn note_names(model: &Model) -> Vec<String> {
    let mut names: Vec<String> = Vec::new();
    for note in &model.notes {
        let mut name = note.name.clone();
        for nth in 2.. {
            if !names.contains(&name) {
                break;
            }
            name = format!("{}-{nth}", note.name);
        }
        names.push(name);
    }
    names
}

/// The value of a note in an answer.
pub fn note_value(model: &Model, kind: NoteKind, value: i32) -> NoteAnswer {
    let word = |word: &str| NoteAnswer::Word(word.into());
    match NoteValue::of(kind, value) {
        Some(NoteValue::Anticlockwise) => word("anticlockwise"),
        Some(NoteValue::Clockwise) => word("clockwise"),
        Some(NoteValue::Yes(yes)) => NoteAnswer::Yes(yes),
        Some(NoteValue::Place(place)) => {
            let place = model.board.places.get(place.index());
            place.map_or(NoteAnswer::Unset(()), |place| word(&place.id))
        }
        None if kind == NoteKind::Number => NoteAnswer::Number(value),
        None => NoteAnswer::Unset(()),
    }
}

/// A choice as part of an answer.
pub fn choice_answer(model: &Model, at: &Position, choice: Choice) -> ChoiceAnswer {
    ChoiceAnswer { id: choice_id(model, choice), text: choice_text(model, at, choice) }
}

/// A choice as text for people.
fn choice_text(model: &Model, at: &Position, choice: Choice) -> String {
    let id = choice_id(model, choice);
    let asked = at.asks().map(|id| model.clause(id).text.as_str()).unwrap_or_default();
    match choice {
        Choice::Place(place) => {
            let seeds = counted_noun(at.seeds(place).into(), "seed");
            let sow = if at.deciding() == Some(Deciding::Hole) { "sow " } else { "" };
            format!("{sow}{id} ({seeds})")
        }
        Choice::Stop => "stop here".into(),
        Choice::GoOn => "sow on".into(),
        Choice::Yes | Choice::No => format!("{id}: {asked}"),
        Choice::Alternative(n) => model.alternative(n).text.clone(),
        Choice::Direction(sense) => direction_word(model, sense).into(),
        Choice::Concede => "concede".into(),
        Choice::Agree => "offer to end the game".into(),
        Choice::Number(_) | Choice::Seed(_) => id,
    }
}
