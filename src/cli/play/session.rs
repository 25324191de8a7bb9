//! The state of a session: the game, its players, undo, and what is unsaved.

use super::files;
use super::journal::{ExitMessage, Journal, JournalMark, LeftoverJournal};
use super::seats::{SeatPlayer, Seats};
use mnc::engine::{Choice, Engine, PlayError, Position};
use mnc::model::Seat;
use mnc::notation::{Record, Trail, TrailStep, counted_noun};
use mnc::resolve::Description;
use std::io;
use std::path::{Path, PathBuf};
use std::sync::Arc;

/// How a session ends.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum SessionEnd {
    /// The person has left.
    Quit,
    /// It was interrupted; the reason.
    Interrupted(String),
}

/// A game being played.
pub struct PlaySession {
    /// The description, without a setting.
    pub description: Description,
    /// The game as named on the command line.
    pub game_argument: String,
    /// The file of the description, if the game was named by file.
    pub file: Option<String>,
    /// Who plays.
    pub seats: Seats,
    engine: Arc<Engine>,
    trail: Trail,
    saved_file: Option<SavedFile>,
    /// Changes whenever anything but an appended step changes.
    revision: u64,
    /// `None` only while it is being written.
    journal: Option<Journal>,
}

/// The file saved or loaded last.
struct SavedFile {
    /// Its path.
    path: PathBuf,
    /// The contents of the file.
    contents: String,
    /// The record of the game at that time.
    record: String,
}

/// Choices, in order.
pub type ChosenMoves = Vec<(Seat, Choice)>;

impl PlaySession {
    /// A session at the last position of a trail.
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

    /// Continues the journal of an interrupted game.
    pub fn adopt(&mut self, left: LeftoverJournal) {
        if let Some(journal) = &mut self.journal {
            journal.adopt(left);
        }
    }

    /// Writes new answers to the journal.
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

    /// Removes the journal: the game is saved, or discarded.
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

    /// Assigns a seat.
    pub fn assign_seat(&mut self, seat: Seat, who: SeatPlayer) {
        self.seats.assign(seat, who);
        self.revision += 1;
    }

    /// The history of the game.
    pub fn trail(&self) -> &Trail {
        &self.trail
    }

    /// The engine of the game.
    pub fn engine(&self) -> &Arc<Engine> {
        &self.engine
    }

    /// Replaces the trail.
    pub fn replace_trail(&mut self, trail: Trail) {
        self.engine = Arc::new(trail.engine().clone());
        self.trail = trail;
        self.saved_file = None;
        self.revision += 1;
        self.seats.forget();
    }

    /// Restarts the game.
    pub fn restart(&mut self) {
        self.trail = Trail::begin(self.trail.engine().clone(), Some(self.trail.first()));
        self.saved_file = None;
        self.revision += 1;
    }

    /// The player to move, and who plays for them; `None` when the game is over.
    pub fn to_choose(&self) -> Option<(Seat, SeatPlayer)> {
        self.trail.position().decider().map(|seat| (seat, self.seats.of(seat)))
    }

    /// Whether a position is in the middle of a move.
    fn is_in_move(position: &Position) -> bool {
        !position.answers().is_empty() && !position.is_opening() && !position.is_between_games()
    }

    /// The legal choices.
    pub fn choices(&self) -> Vec<Choice> {
        self.engine.choices(self.trail.position())
    }

    /// The choice, if there is only one in the middle of a person's move: it is made without asking. Undo
    /// takes back the whole move, so the same question does not come again at once.
    pub fn only_choice(&self) -> Option<Choice> {
        if !Self::is_in_move(self.trail.position()) {
            return None;
        }
        match self.choices().as_slice() {
            [only] => Some(*only),
            _ => None,
        }
    }

    /// The number of choices made.
    pub fn choice_count(&self) -> u64 {
        self.trail.steps().iter().filter(|step| step.chosen.is_some()).count() as u64
    }

    /// The viewer of the board: the person to move, else the first person. `None` (nothing is hidden)
    /// when the game is over.
    pub fn viewer(&self) -> Option<Seat> {
        let (seat, who) = self.to_choose()?;
        if who == SeatPlayer::Person {
            return Some(seat);
        }
        self.engine.seats().find(|seat| self.seats.of(*seat) == SeatPlayer::Person)
    }

    /// The progress of a loaded game, in words.
    pub fn progress_text(&self) -> String {
        let made = u32::try_from(self.choice_count()).unwrap_or(u32::MAX);
        format!("the game goes on after {}", counted_noun(made, "choice"))
    }

    /// Makes a choice of the player to move.
    ///
    /// # Errors
    /// The choice is not legal; then nothing changes.
    pub fn choose(&mut self, choice: Choice) -> Result<(), PlayError> {
        self.trail.choose(choice).map(|_| ())
    }

    /// Begins the next game of the match; returns whether there is one.
    pub fn next_game(&mut self) -> bool {
        self.trail.next_game().is_some()
    }

    /// Whether the next game of the match can begin.
    pub fn has_next_game(&self) -> bool {
        let position = self.trail.position();
        let plays_on = self.engine.model().next_game.is_some();
        position.is_over() && plays_on && !position.match_status().over
    }

    /// The first step of the last move of a person. In an opening and between games each choice counts
    /// as a move.
    fn last_move(&self) -> Option<usize> {
        let steps = self.trail.steps();
        let by_person = |step: &TrailStep| {
            step.chosen.is_some_and(|(seat, _)| self.seats.of(seat) == SeatPlayer::Person)
        };
        let last = steps.iter().rposition(by_person)?;
        Some(self.move_start(last))
    }

    /// The first step of the move of one player that a step belongs to.
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

    /// The steps since the last move of a person, including that move; without one, the steps of the last
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
        // Of a new game, only the steps that began it.
        let from = if begun + 1 == steps.len() { begun } else { from };
        steps.get(from..).unwrap_or_default()
    }

    /// Takes back the last move of a person and everything after it; returns the choices taken back. In
    /// an opening and between games, choices are taken back one by one.
    pub fn undo(&mut self) -> Option<ChosenMoves> {
        let first = self.last_move()?;
        let steps = self.trail.steps();
        let chosen = steps[first..].iter().filter_map(|step| step.chosen).collect();
        while self.trail.steps().len() > first && self.trail.take_back().is_some() {}
        self.revision += 1;
        Some(chosen)
    }

    /// Takes back the last steps until `steps` are left.
    pub fn undo_to(&mut self, steps: usize) {
        while self.trail.steps().len() > steps.max(1) && self.trail.take_back().is_some() {
            self.revision += 1;
        }
    }

    /// The text of the record.
    pub fn record(&self) -> String {
        self.whole_record().to_string()
    }

    /// The record of the game.
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

    /// Notes that the record was saved in a file.
    pub fn remember_saved(&mut self, path: PathBuf, record: String) {
        self.saved_file = Some(SavedFile { path, contents: record.clone(), record });
        self.mark_saved();
    }

    /// Notes that the game was loaded from a file.
    pub fn remember_loaded(&mut self, path: PathBuf) {
        let there = std::fs::read_to_string(&path).unwrap_or_default();
        self.saved_file = Some(SavedFile { path, contents: there, record: self.record() });
        self.mark_saved();
    }

    /// The file with an earlier state of this game, if it has not been changed since.
    pub fn unchanged_saved_file(&self) -> Option<&Path> {
        let kept = self.saved_file.as_ref()?;
        let there = std::fs::read_to_string(&kept.path).ok()?;
        (there == kept.contents).then_some(&kept.path)
    }

    /// The name of files of this game, without the extension.
    pub fn stem(&self) -> String {
        file_stem(&self.description)
    }

    /// The command to resume a saved game.
    pub fn resume_command(&self, file: &Path) -> String {
        files::resume_command(&self.game_argument, &file.display().to_string())
    }
}

/// The last part of a path: a record names a description in its own folder, without a path.
fn file_name(path: &str) -> Option<String> {
    Some(Path::new(path).file_name()?.to_str()?.to_owned())
}

/// The name of files of a game, without the extension.
pub fn file_stem(description: &Description) -> String {
    let source = description.sources.get(0).map_or("", |source| &source.name);
    let name = Path::new(source).file_stem().and_then(|stem| stem.to_str());
    let name = name.unwrap_or("game").to_lowercase();
    let fine = |c: char| if c.is_alphanumeric() || "._-+".contains(c) { c } else { '-' };
    // A name that begins with a dash looks like an option, and one with a dot is a hidden file.
    let name: String = name.trim_start_matches(['.', '-']).chars().map(fine).collect();
    if name.is_empty() { "game".into() } else { name }
}
