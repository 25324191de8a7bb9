//! The game that is being played: what was chosen, what can be taken back, what is to be saved.

use super::files;
use super::journal::{ExitMessage, Journal, JournalMark, LeftoverJournal};
use super::seats::{SeatPlayer, Seats};
use crate::engine::{Choice, Engine, PlayError, Position};
use crate::model::Seat;
use crate::notation::{Record, Trail, TrailStep, counted_noun};
use crate::resolve::Description;
use std::io;
use std::path::{Path, PathBuf};
use std::sync::Arc;

/// A game being played.
pub struct PlaySession {
    /// What it is played by, its variations and options not decided.
    pub description: Description,
    /// The game as it was called on the command line.
    pub game_argument: String,
    /// The file of the description, if it was called by that.
    pub file: Option<String>,
    /// Who plays.
    pub seats: Seats,
    engine: Arc<Engine>,
    trail: Trail,
    saved_file: Option<SavedFile>,
    /// Changes whenever the game does not just go on.
    revision: u64,
    /// Lent out while it is written.
    journal: Option<Journal>,
}

/// What was saved or loaded last.
struct SavedFile {
    /// Where.
    path: PathBuf,
    /// The contents of the file.
    contents: String,
    /// The record of the game as it was then.
    record: String,
}

/// What was chosen, in order.
pub type ChosenMoves = Vec<(Seat, Choice)>;

impl PlaySession {
    /// A session at the end of a trail.
    pub fn new(
        description: Description,
        called: &str,
        file: Option<String>,
        trail: Trail,
        seats: Seats,
        last_words: ExitMessage,
    ) -> PlaySession {
        let engine = Arc::new(trail.engine().clone());
        let called = called.to_owned();
        let journal = Some(Journal::new(last_words));
        PlaySession {
            description,
            game_argument: called,
            file,
            seats,
            engine,
            trail,
            saved_file: None,
            revision: 0,
            journal,
        }
    }

    /// Goes on with the journal of a game that broke off.
    pub fn adopt(&mut self, left: LeftoverJournal) {
        if let Some(journal) = &mut self.journal {
            journal.adopt(left);
        }
    }

    /// Writes the answers that are not in the journal yet.
    ///
    /// # Errors
    /// They cannot be written.
    pub fn write_journal(&mut self) -> io::Result<()> {
        let mark = self.mark();
        let Some(mut journal) = self.journal.take() else { return Ok(()) };
        let done = journal.write(self, mark);
        self.journal = Some(journal);
        done
    }

    /// What was played is saved, or nobody wants it.
    pub fn end_journal(&mut self) {
        if let Some(journal) = &mut self.journal {
            journal.remove();
        }
    }

    fn mark(&self) -> JournalMark {
        JournalMark { revision: self.revision, steps: self.trail.steps().len() }
    }

    fn mark_saved(&mut self) {
        let mark = self.mark();
        if let Some(journal) = &mut self.journal {
            journal.mark_saved(mark);
        }
    }

    /// Whether the computer chooses next.
    pub fn is_computers_turn(&self) -> bool {
        self.to_choose().is_some_and(|(_, who)| who != SeatPlayer::Person)
    }

    /// Gives a seat to somebody.
    pub fn assign_seat(&mut self, seat: Seat, who: SeatPlayer) {
        self.seats.assign(seat, who);
        self.revision += 1;
    }

    /// The way so far.
    pub fn trail(&self) -> &Trail {
        &self.trail
    }

    /// What runs the game.
    pub fn engine(&self) -> &Arc<Engine> {
        &self.engine
    }

    /// Goes on with another trail.
    pub fn replace_trail(&mut self, trail: Trail) {
        self.engine = Arc::new(trail.engine().clone());
        self.trail = trail;
        self.saved_file = None;
        self.revision += 1;
        self.seats.forget();
    }

    /// The same game from its beginning.
    pub fn restart(&mut self) {
        self.trail = Trail::begin(self.trail.engine().clone(), Some(self.trail.first()));
        self.saved_file = None;
        self.revision += 1;
    }

    /// Who is to choose, and who plays for that player; `None` when the game is over.
    pub fn to_choose(&self) -> Option<(Seat, SeatPlayer)> {
        self.trail.position().decider().map(|seat| (seat, self.seats.of(seat)))
    }

    /// Whether a move has begun and its next question is open.
    fn is_in_move(position: &Position) -> bool {
        !position.answers().is_empty() && !position.is_opening() && !position.is_between_games()
    }

    /// What can be chosen now.
    pub fn choices(&self) -> Vec<Choice> {
        self.engine.choices(self.trail.position())
    }

    /// The only answer to a question in the middle of a person's move. Taking back such an answer
    /// takes back the move, so the question does not come again at once.
    pub fn only_choice(&self) -> Option<Choice> {
        if !Self::is_in_move(self.trail.position()) {
            return None;
        }
        match self.choices().as_slice() {
            [only] => Some(*only),
            _ => None,
        }
    }

    /// How many choices were made.
    pub fn choice_count(&self) -> u64 {
        self.trail.steps().iter().filter(|step| step.chosen.is_some()).count() as u64
    }

    /// Whose eyes see the board: those of the person who is to choose, else of the first person.
    /// When the game is over nothing is hidden any more.
    pub fn viewer(&self) -> Option<Seat> {
        let (seat, who) = self.to_choose()?;
        if who == SeatPlayer::Person {
            return Some(seat);
        }
        self.engine.seats().find(|seat| self.seats.of(*seat) == SeatPlayer::Person)
    }

    /// How far a game is that is taken up again.
    pub fn progress_text(&self) -> String {
        let made = u32::try_from(self.choice_count()).unwrap_or(u32::MAX);
        format!("the game goes on after {}", counted_noun(made, "choice"))
    }

    /// The player to move chooses.
    ///
    /// # Errors
    /// The choice does not fit; nothing has changed then.
    pub fn choose(&mut self, choice: Choice) -> Result<(), PlayError> {
        self.trail.choose(choice).map(|_| ())
    }

    /// The next game of the match begins, if there is one now.
    pub fn next_game(&mut self) -> bool {
        self.trail.next_game().is_some()
    }

    /// Whether the next game of the match can begin.
    pub fn has_next_game(&self) -> bool {
        let position = self.trail.position();
        let plays_on = self.engine.model().next_game.is_some();
        position.is_over() && plays_on && !position.match_status().over
    }

    /// The step with which the last move of a person begins. In an opening and between games each
    /// choice counts for itself.
    fn last_move(&self) -> Option<usize> {
        let steps = self.trail.steps();
        let by_person = |step: &TrailStep| {
            step.chosen.is_some_and(|(seat, _)| self.seats.of(seat) == SeatPlayer::Person)
        };
        let last = steps.iter().rposition(by_person)?;
        Some(self.move_start(last))
    }

    /// The first step of the move that a step belongs to, as far as one player chose in it.
    fn move_start(&self, mut step: usize) -> usize {
        let steps = self.trail.steps();
        let seat = |step: usize| steps[step].chosen.map(|(seat, _)| seat);
        while let Some(before) = step.checked_sub(1) {
            if !Self::is_in_move(&steps[before].position) || seat(before) != seat(step) {
                break;
            }
            step = before;
        }
        step
    }

    /// What happened since a person chose last, that move included; if nobody did, in the last
    /// move.
    pub fn recent_steps(&self) -> &[TrailStep] {
        let steps = self.trail.steps();
        let last = steps.iter().rposition(|step| step.chosen.is_some());
        let begun = steps.iter().rposition(|step| step.chosen.is_none()).unwrap_or(0);
        let from = match (self.last_move(), last) {
            (Some(own), _) => own,
            (None, Some(last)) => self.move_start(last),
            (None, None) => 0,
        };
        // What made the next game is nearer than the last move of the game before.
        let from = if begun + 1 == steps.len() { begun } else { from };
        steps.get(from..).unwrap_or_default()
    }

    /// Takes back the last move that a person has made, and everything after it; what that was.
    /// Where choices are no moves (in an opening, between games) they are taken back one by one.
    pub fn undo(&mut self) -> Option<ChosenMoves> {
        let first = self.last_move()?;
        let steps = self.trail.steps();
        let chosen = steps[first..].iter().filter_map(|step| step.chosen).collect();
        while self.trail.steps().len() > first && self.trail.take_back().is_some() {}
        self.revision += 1;
        Some(chosen)
    }

    /// Takes back the last steps, down to so many.
    pub fn undo_to(&mut self, steps: usize) {
        while self.trail.steps().len() > steps.max(1) && self.trail.take_back().is_some() {
            self.revision += 1;
        }
    }

    /// The record of the game until now.
    pub fn record(&self) -> String {
        self.whole_record().to_string()
    }

    /// The same, not yet as text.
    pub fn whole_record(&self) -> Record {
        let model = self.engine.model();
        let mut record = Record::of(model).with(&self.trail);
        record.description = self.file.as_deref().and_then(file_name);
        record.players = (0..model.seats())
            .filter_map(|seat| u8::try_from(seat).ok().map(Seat))
            .map(|seat| (model.player(seat).to_owned(), self.seats.of(seat).to_string()))
            .collect();
        record.seed = self.seats.has_computer().then_some(self.seats.seed);
        record
    }

    /// Whether something would be lost if the program ended now.
    pub fn is_unsaved(&self) -> bool {
        let kept = self.saved_file.as_ref().map(|kept| &kept.record);
        !self.trail.is_new() && kept != Some(&self.record())
    }

    /// The record was saved in that file.
    pub fn remember_saved(&mut self, path: PathBuf, record: String) {
        self.saved_file = Some(SavedFile { path, contents: record.clone(), record });
        self.mark_saved();
    }

    /// The game was loaded from that file.
    pub fn remember_loaded(&mut self, path: PathBuf) {
        let there = std::fs::read_to_string(&path).unwrap_or_default();
        self.saved_file = Some(SavedFile { path, contents: there, record: self.record() });
        self.mark_saved();
    }

    /// The file that holds an earlier state of this game, if nobody has changed it since.
    pub fn unchanged_saved_file(&self) -> Option<&Path> {
        let kept = self.saved_file.as_ref()?;
        let there = std::fs::read_to_string(&kept.path).ok()?;
        (there == kept.contents).then_some(&kept.path)
    }

    /// What files of this game are called, without the ending.
    pub fn stem(&self) -> String {
        file_stem(&self.description)
    }

    /// What to type to go on with a saved game.
    pub fn resume_command(&self, file: &Path) -> String {
        files::resume_command(&self.game_argument, &file.display().to_string())
    }
}

/// The last part of a path: a record names a description in its own folder, without a path.
fn file_name(path: &str) -> Option<String> {
    Some(Path::new(path).file_name()?.to_str()?.to_owned())
}

/// What files of a game are called, without the ending.
pub fn file_stem(description: &Description) -> String {
    let source = description.sources.get(0).map_or("", |source| &source.name);
    let called = Path::new(source).file_stem().and_then(|stem| stem.to_str());
    let called = called.unwrap_or("game").to_lowercase();
    let fine = |c: char| if c.is_alphanumeric() || "._-+".contains(c) { c } else { '-' };
    // A name that begins with a dash looks like an option, one with a dot is not shown.
    let called: String = called.trim_start_matches(['.', '-']).chars().map(fine).collect();
    if called.is_empty() { "game".into() } else { called }
}
