//! The small games that a description must play: its `test` blocks.
//!
//! A test is a story from a set-up position (or from the start), the choices made, and what must
//! then be so. Every line that does not hold is a finding of its own.

use crate::diagnostic::visible::escape;
use crate::diagnostic::{Diagnostic, Fix};
use crate::engine::{Engine, Event, EventKind, FinalResult, Position, PositionSetup};
use crate::model::{ClauseId, KindId, Model, PlaceId, PlaceKind, Seat};
use crate::notation;
use crate::resolve::{Description, Setting};
use crate::span::Span;
use crate::suggest::nearest;
use crate::syntax::ast::{AstTest, AstValue, Holding, Name, TestLine, TestState};
use crate::syntax::singulars;
use std::borrow::Cow;
use std::collections::BTreeSet;
use std::sync::Arc;

/// What became of a test.
#[derive(Debug)]
pub struct TestOutcome {
    /// The expectations that do not hold.
    pub findings: Vec<Diagnostic>,
    /// The clauses that the events of the test name.
    pub clauses: BTreeSet<ClauseId>,
    /// The game it was played with; `None` where none could be built.
    pub engine: Option<Engine>,
}

/// Plays every test of a description; returns the expectations that do not hold.
pub fn run(description: &Description) -> Vec<Diagnostic> {
    outcomes(description).flat_map(|outcome| outcome.findings).collect()
}

/// Plays the tests of a description one by one, each when it is asked for.
pub fn outcomes(description: &Description) -> impl Iterator<Item = TestOutcome> {
    description.tests.iter().map(|test| run_one(description, test))
}

/// Whether a finding with this code is about a test that does not go as it says.
pub(crate) fn is_failure(code: &str) -> bool {
    matches!(code, "test-fails" | "test-cannot-play")
}

/// Plays one test, up to the first line that does not hold.
pub(crate) fn run_one(description: &Description, test: &AstTest) -> TestOutcome {
    let unknown = unknown_options(description, test);
    if !unknown.is_empty() {
        return TestOutcome { findings: unknown, clauses: BTreeSet::new(), engine: None };
    }
    let setting = setting(test);
    let (model, found) = description.build(&setting);
    let Some(model) = model else {
        // A mistake that every setting has is said by the check itself.
        let (plain, _) = description.build(&Setting::default());
        let findings = if plain.is_some() { found } else { Vec::new() };
        return TestOutcome { findings, clauses: BTreeSet::new(), engine: None };
    };
    let mut run = TestRun {
        engine: Engine::new(Arc::new(model)),
        setup: PositionSetup::default(),
        position: None,
        is_set_up: false,
        over_at_once: false,
        findings: Vec::new(),
        clauses: BTreeSet::new(),
    };
    for (line, span) in &test.lines {
        run.line(line, *span);
        if !run.findings.is_empty() {
            break;
        }
    }
    TestOutcome { findings: run.findings, clauses: run.clauses, engine: Some(run.engine) }
}

/// The clauses that events name.
pub fn clauses_of(events: &[Event]) -> impl Iterator<Item = ClauseId> + '_ {
    events.iter().flat_map(|event| {
        let by = match &event.kind {
            EventKind::Sowed { by, .. } => by.as_slice(),
            _ => &[],
        };
        std::iter::once(event.clause).chain(by.iter().copied())
    })
}

/// Reports the options and variations that a test names and the game does not have.
fn unknown_options(description: &Description, test: &AstTest) -> Vec<Diagnostic> {
    let options: Vec<&str> =
        description.options.iter().map(|option| option.name.as_str()).collect();
    let variations: Vec<&str> = description.variations.iter().map(String::as_str).collect();
    let lines = test.lines.iter().filter_map(|(line, _)| match line {
        TestLine::With(name, _) => {
            Some(("unknown-option", "option", &name.text, name.span, &options))
        }
        TestLine::Variation(name) => {
            Some(("unknown-variation", "variation", &name.text, name.span, &variations))
        }
        _ => None,
    });
    let unknown = lines.filter(|(_, _, name, _, known)| !known.contains(&name.as_str()));
    unknown
        .map(|(code, thing, name, span, known)| {
            let quote = |near: &str| match thing {
                "option" => near.to_owned(),
                _ => format!("\"{near}\""),
            };
            let message = format!("there is no {thing} `{}`", escape(name));
            let finding = Diagnostic::error(code, span, message).found("in this test");
            match (nearest(name, known.iter().copied()), known.as_slice()) {
                (Some(near), _) => finding.fix(Fix::guess(span, quote(near))),
                (None, []) => finding.help(format!("this game has no {thing}s")),
                (None, known) => finding.help(format!("the {thing}s are {}", known.join(", "))),
            }
        })
        .collect()
}

fn setting(test: &AstTest) -> Setting {
    let mut setting = Setting::default();
    for (line, _) in &test.lines {
        match line {
            TestLine::Variation(name) => setting.variations.push(name.text.clone()),
            TestLine::With(name, value) => {
                let value = match value {
                    AstValue::Number(n, _) => n.to_string(),
                    AstValue::Word(word) => word.text.clone(),
                };
                setting.options.insert(name.text.clone(), value);
            }
            _ => {}
        }
    }
    setting
}

struct TestRun {
    engine: Engine,
    setup: PositionSetup,
    position: Option<Position>,
    /// A `given` line has been read: the position is set up, not the start.
    is_set_up: bool,
    /// The position that the `given` lines lay out is over already.
    over_at_once: bool,
    findings: Vec<Diagnostic>,
    clauses: BTreeSet<ClauseId>,
}

impl TestRun {
    fn record_clauses(&mut self, events: &[Event]) {
        self.clauses.extend(clauses_of(events));
    }

    fn model(&self) -> &Model {
        self.engine.model()
    }

    fn fail(&mut self, span: Span, message: String, found: String) {
        self.findings.push(Diagnostic::error("test-fails", span, message).found(found));
    }

    /// Nobody chooses any more: names the statement that has ended the game.
    fn report_game_over(&mut self, span: Span, message: String) {
        let mut finding = Diagnostic::error("test-fails", span, message).found("the game is over");
        let result = self.position.as_ref().and_then(Position::result);
        let why =
            result.map(|result| self.model().clause(result.clause)).filter(|why| !why.default);
        if let Some(why) = why {
            finding = finding.label(why.span, "this ends it");
        }
        if self.over_at_once {
            finding = finding.help(
                "the position of the `given` lines is over already: change it, \
                 or add `given nobody has moved` if it is the beginning of a game",
            );
        }
        self.findings.push(finding);
    }

    fn report_cannot_play(&mut self, span: Span, message: String, help: String) {
        self.findings.push(
            Diagnostic::error("test-cannot-play", span, message)
                .found("the test cannot go on here")
                .help(help),
        );
    }

    /// A name that stands for nothing: the nearest of those that do, if one is near.
    fn report_unknown(&mut self, name: &Name, message: String, known: &[&str], help: String) {
        let finding = Diagnostic::error("test-cannot-play", name.span, message)
            .found("the test cannot go on here");
        self.findings.push(match nearest(&name.text, known.iter().copied()) {
            Some(near) => finding.fix(Fix::guess(name.span, near)),
            None => finding.help(help),
        });
    }

    fn line(&mut self, line: &TestLine, span: Span) {
        match line {
            TestLine::Variation(_) | TestLine::With(..) | TestLine::Broken => {}
            TestLine::Given(holdings) => {
                self.is_set_up = true;
                for holding in holdings {
                    if let Some(place) = self.place(holding) {
                        let n = u16::try_from(holding.count).unwrap_or(u16::MAX);
                        self.given_holding(holding, place, n);
                    }
                }
            }
            TestLine::GivenState(state) => {
                self.is_set_up = true;
                self.given_state(state);
            }
            TestLine::GivenToMove(name) => {
                self.is_set_up = true;
                if let Some(seat) = self.seat(name) {
                    self.setup.mover = seat;
                }
            }
            TestLine::GivenAgain(name) => {
                self.is_set_up = true;
                if let Some(seat) = self.seat(name) {
                    self.setup.again.push((seat, 1));
                }
            }
            TestLine::GivenUnmoved => {
                self.is_set_up = true;
                self.setup.moved = Some(Vec::new());
            }
            TestLine::Plays(name, choices) => self.plays(name, choices, span),
            TestLine::NextGame => self.next_game(span),
            TestLine::Expect(holdings) => {
                for holding in holdings {
                    self.expect_holding(holding);
                }
                self.merge_unfinished_move();
            }
            TestLine::ExpectChoices(choices) => self.expect_choices(choices, span),
            TestLine::ExpectToMove(name) => {
                let Some(seat) = self.seat(name) else { return };
                let Some(position) = self.position(span) else { return };
                match position.decider() {
                    Some(decider) if decider == seat => {}
                    Some(decider) => {
                        let who = self.model().player(decider).to_owned();
                        self.fail(
                            span,
                            format!("`{}` is not to move", name.text),
                            format!("{who} is"),
                        );
                    }
                    None => self.report_game_over(span, format!("`{}` is not to move", name.text)),
                }
            }
            TestLine::ExpectWin(name, whole_match) => {
                let Some(seat) = self.seat(name) else { return };
                self.expect_verdict(|is| is.winner() == Some(seat), *whole_match, span);
            }
            TestLine::ExpectLoss(name, whole_match) => {
                let Some(seat) = self.seat(name) else { return };
                self.expect_verdict(|is| is.is_lost_by(seat), *whole_match, span);
            }
            TestLine::ExpectDraw => {
                self.expect_verdict(|is| is == FinalResult::Drawn, false, span);
            }
            TestLine::ExpectState(state) => self.expect_state(state, span),
        }
    }

    // ---- names ----

    fn seat(&mut self, name: &Name) -> Option<Seat> {
        let players: Vec<String> =
            self.model().board.seats.iter().map(|seat| seat.name.clone()).collect();
        let found = players.iter().position(|player| *player == name.text);
        if found.is_none() {
            let known: Vec<&str> = players.iter().map(String::as_str).collect();
            let help = format!("the players are `{}`", known.join("` and `"));
            self.report_unknown(name, format!("nobody is called `{}`", name.text), &known, help);
        }
        found.map(|i| Seat(i as u8))
    }

    fn place(&mut self, holding: &Holding) -> Option<PlaceId> {
        if let Some(owner) = &holding.owner {
            let seat = self.seat(owner)?;
            let info = &self.model().board.seats[seat.index()];
            match holding.place.text.as_str() {
                "store" => return Some(info.store),
                "hand" => return Some(info.hand),
                _ => {}
            }
        }
        self.named_place(&holding.place)
    }

    fn named_place(&mut self, name: &Name) -> Option<PlaceId> {
        let found = self.model().board.places.iter().position(|p| p.id == name.text);
        if found.is_none() {
            let board = &self.model().board;
            let last = board.places.get(board.holes.saturating_sub(1)).map_or("", |p| &p.id);
            let help =
                format!("the holes are called `a1` to `{last}`, counted from the first player");
            self.report_cannot_play(name.span, format!("there is no place `{}`", name.text), help);
        }
        found.map(|i| PlaceId(i as u8))
    }

    /// Adds a holding; seeds of a kind are part of the place's seeds.
    fn given_holding(&mut self, holding: &Holding, place: PlaceId, n: u16) {
        if let Some(name) = &holding.kind {
            let Some(kind) = self.kind(name) else { return };
            self.setup.kinds.push((place, kind, n));
        }
        match self.setup.seeds.iter_mut().find(|(known, _)| *known == place) {
            Some((_, there)) => *there = there.saturating_add(n),
            None => self.setup.seeds.push((place, n)),
        }
    }

    fn kind(&mut self, name: &Name) -> Option<KindId> {
        let kinds: Vec<String> = self.model().kinds.iter().map(|kind| kind.name.clone()).collect();
        let of = |name: Cow<'_, str>| kinds.iter().position(|kind| **kind == *name);
        let found = singulars(&name.text).find_map(of);
        if found.is_none() {
            let known: Vec<&str> = kinds.iter().map(String::as_str).collect();
            let help =
                "a kind of seeds is declared in *words*: `NAME = a seed worth 10`".to_owned();
            let message = format!("there is no kind of seeds `{}`", name.text);
            self.report_unknown(name, message, &known, help);
        }
        found.map(|i| KindId(i as u16))
    }

    /// The player of that name, where a mark is said to be on a player.
    fn marked_player(&self, state: &TestState) -> Option<Seat> {
        let is_place = self.model().board.places.iter().any(|p| p.id == state.hole.text);
        state.mark.as_ref().filter(|_| !is_place)?;
        let players = &self.model().board.seats;
        players.iter().position(|p| p.name == state.hole.text).map(|i| Seat(i as u8))
    }

    fn given_state(&mut self, state: &TestState) {
        if let (Some(seat), Some(mark)) = (self.marked_player(state), &state.mark) {
            if let Some(id) = self.mark(mark) {
                self.setup.player_marks.push((seat, id, None));
            }
            return;
        }
        let Some(place) = self.named_place(&state.hole) else { return };
        let Some(mark) = &state.mark else {
            self.setup.closed.push(place);
            return;
        };
        let Some(id) = self.mark(mark) else { return };
        let owner = match &state.owner {
            Some(owner) => self.seat(owner),
            None if self.model().marks[id.index()].of_each_player => {
                self.model().board.places[place.index()].owner
            }
            None => None,
        };
        self.setup.marks.push((place, id, owner));
    }

    fn mark(&mut self, name: &Name) -> Option<crate::model::MarkId> {
        let marks: Vec<String> = self.model().marks.iter().map(|mark| mark.name.clone()).collect();
        let found = marks.iter().position(|mark| *mark == name.text);
        if found.is_none() {
            let known: Vec<&str> = marks.iter().map(String::as_str).collect();
            let help = "a mark is declared in *words*: `NAME = a mark`".to_owned();
            self.report_unknown(name, format!("there is no mark `{}`", name.text), &known, help);
        }
        found.map(|i| crate::model::MarkId(i as u16))
    }

    // ---- playing ----

    fn position(&mut self, span: Span) -> Option<Position> {
        if self.position.is_none() {
            if !self.is_set_up {
                let (position, events) = self.engine.start(None);
                self.record_clauses(&events);
                self.position = Some(position);
            } else {
                match self.engine.set_up(&self.setup) {
                    Ok((position, events)) => {
                        self.record_clauses(&events);
                        self.over_at_once = position.is_over();
                        self.position = Some(position);
                    }
                    Err(error) => {
                        let help = "correct the `given` lines above".to_owned();
                        self.report_cannot_play(span, setup_error(self.model(), &error), help);
                    }
                }
            }
        }
        self.position.clone()
    }

    fn plays(&mut self, name: &Name, choices: &[Name], span: Span) {
        let Some(seat) = self.seat(name) else { return };
        for (i, choice) in choices.iter().enumerate() {
            let Some(position) = self.position(span) else { return };
            if i == 0 && position.decider() != Some(seat) {
                let message = format!("`{}` does not choose here", name.text);
                match position.decider() {
                    Some(other) => {
                        let found = format!("{} chooses now", self.model().player(other));
                        self.fail(name.span, message, found);
                    }
                    None => self.report_game_over(name.span, message),
                }
                return;
            }
            let legal = self.ids(&position).join(", ");
            let found = notation::parse_choice(&self.engine, &position, &choice.text);
            let played = found.and_then(|c| self.engine.play(&position, c).ok());
            match played {
                Some((next, events)) => {
                    self.record_clauses(&events);
                    self.position = Some(next);
                }
                None => {
                    let message = format!("`{}` cannot be chosen here", choice.text);
                    self.fail(choice.span, message, format!("the choices are: {legal}"));
                    return;
                }
            }
        }
    }

    /// What the places hold before a move is finished says nothing of each of them: one finding
    /// says that an answer is wanted.
    fn merge_unfinished_move(&mut self) {
        let Some(position) = self.position.clone().filter(|p| !p.answers().is_empty()) else {
            return;
        };
        if self.findings.is_empty() {
            return;
        }
        let labels = self.findings.iter().flat_map(|finding| &finding.labels);
        let spans = labels.map(|label| label.span);
        let Some(span) = spans.reduce(|first, last| first.to(last)) else { return };
        let who = position.decider().map(|seat| self.model().player(seat).to_owned());
        let who = who.unwrap_or_default();
        let choices = self.ids(&position).join(", ");
        let finding = Diagnostic::error("test-fails", span, "the move is not finished")
            .found(format!("before this line `{who}` still has to choose"))
            .help(format!("add an answer to the line `{who} plays`: {choices}"));
        self.findings = vec![finding];
    }

    fn next_game(&mut self, span: Span) {
        let Some(position) = self.position(span) else { return };
        if position.is_over() && position.match_status().over {
            return;
        }
        match self.engine.next_game(&position) {
            Some((next, events)) => {
                self.record_clauses(&events);
                self.over_at_once = false;
                self.position = Some(next);
            }
            None => self.fail(span, "no next game begins here".into(), "the game goes on".into()),
        }
    }

    fn ids(&self, position: &Position) -> Vec<String> {
        let choices = self.engine.choices(position);
        let id = |c| notation::choice_id(self.model(), c).replace(' ', "-");
        choices.into_iter().map(id).collect()
    }

    // ---- expecting ----

    fn expect_holding(&mut self, holding: &Holding) {
        let Some(place) = self.place(holding) else { return };
        let kind = match &holding.kind {
            Some(name) => match self.kind(name) {
                Some(kind) => Some(kind),
                None => return,
            },
            None => None,
        };
        let span = match &holding.owner {
            Some(owner) => owner.span.to(holding.place.span),
            None => holding.place.span,
        };
        let Some(position) = self.position(span) else { return };
        let there = u64::from(match kind {
            Some(kind) => position.of_kind(self.model(), place, kind),
            None => position.seeds(place),
        });
        if there != holding.count {
            let owner = holding.owner.as_ref().map_or(String::new(), |o| format!("{} ", o.text));
            let what = format!("{owner}{}", holding.place.text);
            let of = holding.kind.as_ref().map_or(String::new(), |kind| format!(" {}", kind.text));
            let message = format!("`{what}` does not hold {}{of}", holding.count);
            self.fail(span, message, format!("it holds {there}"));
        }
    }

    fn expect_choices(&mut self, wanted: &[Name], span: Span) {
        let Some(position) = self.position(span) else { return };
        let mut ids = self.ids(&position);
        let listed = ids.join(", ");
        let mut names: Vec<String> = wanted.iter().map(|n| n.text.clone()).collect();
        ids.sort();
        names.sort();
        if ids != names {
            let found = if listed.is_empty() { "there is no choice".into() } else { listed };
            self.fail(span, "these are not the choices".into(), format!("they are: {found}"));
        }
    }

    fn expect_verdict(
        &mut self,
        fits: impl Fn(FinalResult) -> bool,
        whole_match: bool,
        span: Span,
    ) {
        let Some(position) = self.position(span) else { return };
        let status = position.match_status();
        let found = match whole_match {
            true => (position.is_over() && status.over).then_some(status.verdict),
            false => position.result().map(|result| result.verdict),
        };
        let what = if whole_match { "match" } else { "game" };
        let Some(found) = found else {
            self.fail(span, format!("the {what} is not over"), "it goes on".into());
            return;
        };
        if !fits(found) {
            let is = match found {
                FinalResult::Won(seat) => format!("{} wins", self.model().player(seat)),
                FinalResult::Lost(seat) => format!("{} loses", self.model().player(seat)),
                FinalResult::Drawn => "it is a draw".into(),
            };
            self.fail(span, format!("the {what} ends otherwise"), is);
        }
    }

    fn expect_state(&mut self, state: &TestState, span: Span) {
        if let (Some(seat), Some(name)) = (self.marked_player(state), &state.mark) {
            let (Some(mark), Some(position)) = (self.mark(name), self.position(span)) else {
                return;
            };
            if position.state().player_mark(self.model(), mark, seat).is_none() {
                let message = format!("`{}` is not marked `{}`", state.hole.text, name.text);
                self.fail(span, message, "they have no such mark".into());
            }
            return;
        }
        let Some(place) = self.named_place(&state.hole) else { return };
        let Some(position) = self.position(span) else { return };
        let Some(name) = &state.mark else {
            if !position.is_closed(place) {
                let hole = self.model().board.places[place.index()].kind == PlaceKind::Hole;
                let is = if hole { "it is open" } else { "it is not a hole" };
                self.fail(span, format!("`{}` is not closed", state.hole.text), is.into());
            }
            return;
        };
        let Some(mark) = self.mark(name) else { return };
        let owner = match &state.owner {
            Some(owner) => match self.seat(owner) {
                Some(seat) => Some(seat),
                None => return,
            },
            None => None,
        };
        let marked = self.engine.marked(&position, mark, place);
        let is = match marked {
            None => "it has no such mark",
            Some(found) if owner.is_some() && found != owner => "the mark is another player's",
            Some(_) => return,
        };
        let message = format!("`{}` is not marked `{}`", state.hole.text, name.text);
        self.fail(span, message, is.into());
    }
}

fn setup_error(model: &Model, error: &crate::engine::SetupError) -> String {
    use crate::engine::SetupError as E;
    match error {
        E::NotAHole(place) => format!("`{}` is not a hole", model.place(*place)),
        E::TooMany(n) => format!("{n} seeds are too many"),
        E::OfKind(place) => format!("`{}` holds fewer seeds than that", model.place(*place)),
        E::NoStage(n) => format!("there is no stage number {n}"),
    }
}
