//! The loop of a session: each player chooses in turn, and what happens is reported.

use super::command::PlayCommand;
use super::input::{Input, InputEvent};
use super::input_errors;
use super::output::PlayOutput;
use super::session::{PlaySession, SessionEnd};
use super::text;
use mnc::engine::{Choice, Decider, Position};
use mnc::model::Seat;
use mnc::notation::{BoardDrawing, choice_id, parse_choice};
use mnc::search::PlayerKind;
use mnc::session::SeatPlayer;
use std::io;

/// The choices of computer players without a person, after which the game stops: each is kept in memory.
const MAX_COMPUTER_CHOICES: u32 = 20_000;

/// A session with the person who plays it.
pub struct PlayLoop<'o> {
    pub(super) session: PlaySession,
    pub(super) input: Input,
    pub(super) output: PlayOutput<'o>,
    /// The position drawn last.
    last_drawn: Option<Position>,
    /// The question has to be printed again, because something else was printed.
    pub(super) question_due: bool,
}

impl<'o> PlayLoop<'o> {
    /// A loop for a session.
    pub fn new(session: PlaySession, input: Input, output: PlayOutput<'o>) -> PlayLoop<'o> {
        PlayLoop { session, input, output, last_drawn: None, question_due: true }
    }

    /// Plays until the person leaves. `remark` is printed first.
    pub fn play(&mut self, remark: Option<&str>) -> io::Result<SessionEnd> {
        self.greet(remark)?;
        self.turns()
    }

    fn greet(&mut self, remark: Option<&str>) -> io::Result<()> {
        self.output.print("")?;
        self.print_heading()?;
        if let Some(remark) = remark {
            self.output.print(&format!("  {remark}"))?;
        }
        if self.session.game.trail().is_new() {
            self.report_steps_since(0)
        } else {
            let goes_on = self.session.game.progress_text();
            self.output.print(&format!("  {goes_on}"))
        }
    }

    /// Prints the game and the players.
    pub(super) fn print_heading(&mut self) -> io::Result<()> {
        let engine = self.session.game.engine().clone();
        let model = engine.model();
        self.output.print(&model.name)?;
        for variation in &model.variations {
            self.output.print(&format!("  variation: {variation}"))?;
        }
        let options = model.options.iter().map(|(name, value)| format!("{name} = {value}"));
        let options = options.collect::<Vec<_>>().join(", ");
        if !options.is_empty() {
            self.output.print(&format!("  agreed: {options}"))?;
        }
        let holes = text::owned_holes_text(&engine, self.session.game.position());
        self.output.print(&format!("  {holes}"))?;
        self.print_players()
    }

    /// Prints who plays for whom.
    pub(super) fn print_players(&mut self) -> io::Result<()> {
        let engine = self.session.game.engine().clone();
        let model = engine.model();
        let last = engine.seats().last().unwrap_or_default();
        let last = model.player(last);
        if !self.session.game.seats().has_computer() {
            return self.output.print(&format!(
                "  you play for everybody; for the computer to play type for example: seat {last} \
                 search\n  type help for the other commands"
            ));
        }
        let each = engine.seats().map(|seat| {
            let who = self.session.game.seats().of(seat);
            format!("{} is played by {}", model.player(seat), text::player_text(who))
        });
        let each = each.collect::<Vec<_>>().join(", ");
        self.output.print(&format!("  {each}\n  type help for the commands"))
    }

    /// The turns of all players, until the end.
    fn turns(&mut self) -> io::Result<SessionEnd> {
        let mut alone = 0;
        loop {
            if self.is_stopped() {
                return Ok(SessionEnd::Interrupted("stopped".into()));
            }
            if alone >= MAX_COMPUTER_CHOICES {
                let why = format!("the computer players have made {MAX_COMPUTER_CHOICES} choices");
                return Ok(SessionEnd::Interrupted(why));
            }
            self.write_journal()?;
            alone += 1;
            let ending = match self.session.game.to_choose() {
                Some((decider, SeatPlayer::Computer(kind))) => self.computer(decider, kind)?,
                Some((Decider::Player(seat), SeatPlayer::Person)) => {
                    alone = 0;
                    self.person(seat)?
                }
                Some((Decider::Lot, SeatPlayer::Person)) | None => {
                    alone = 0;
                    self.over()?
                }
            };
            if let Some(ending) = ending {
                return Ok(ending);
            }
        }
    }

    /// Writes the answers to the journal.
    fn write_journal(&mut self) -> io::Result<()> {
        match self.session.write_journal() {
            Ok(()) => Ok(()),
            Err(error) => self.output.print(&format!(
                "the answers cannot be written to a file as you play ({error}): save the game before you leave"
            )),
        }
    }

    /// Whether a signal asks to stop, or the reader of the output has closed it.
    fn is_stopped(&mut self) -> bool {
        self.input.stop().is_set() || self.output.out().is_closed()
    }

    fn computer(&mut self, decider: Decider, kind: PlayerKind) -> io::Result<Option<SessionEnd>> {
        let engine = self.session.game.engine().clone();
        let model = engine.model();
        let last = self.session.game.trail().last().chosen;
        let by_person =
            |decider| self.session.game.seats().who_chooses(decider) == SeatPlayer::Person;
        if last.is_some_and(|(decider, _)| by_person(decider)) {
            self.draw_board(false)?;
        }
        if let PlayerKind::Search(_) = kind {
            self.output.print_status(&format!("{} thinks ...", decider.name(model)))?;
        }
        let thought = self.session.game.think(kind, &self.input.stop());
        let choice = thought.map(|thought| thought.choice);
        let choice = choice.or_else(|| self.session.game.choices().first().copied());
        if self.is_stopped() {
            return Ok(None);
        }
        let Some(choice) = choice else {
            return Ok(Some(SessionEnd::Interrupted(
                "the computer finds nothing to choose".into(),
            )));
        };
        if let Decider::Player(seat) = decider {
            let line = format!("{}> {}   ({kind})", model.player(seat), choice_id(model, choice));
            self.output.print(&line)?;
        }
        self.choose_for(choice)
    }

    fn person(&mut self, seat: Seat) -> io::Result<Option<SessionEnd>> {
        let engine = self.session.game.engine().clone();
        if let Some(only) = self.session.game.only_choice() {
            let (player, choice) = (engine.model().player(seat), choice_id(engine.model(), only));
            self.output.print(&format!("{player}> {choice}   (the only choice)"))?;
            return self.choose_for(only);
        }
        self.draw_board(false)?;
        if std::mem::take(&mut self.question_due) {
            let question = text::question(&engine, self.session.game.position());
            self.output.print(&question)?;
        }
        let prompt = engine.model().player(seat).to_owned();
        match self.read_line(&prompt)? {
            Ok(line) => self.handle_line(&line),
            Err(ending) => Ok(Some(ending)),
        }
    }

    /// Makes a choice for the player to move, and reports what happened.
    fn choose_for(&mut self, choice: Choice) -> io::Result<Option<SessionEnd>> {
        if self.session.game.choose(choice).is_err() {
            return Ok(Some(SessionEnd::Interrupted(
                "a choice that was offered is not legal".into(),
            )));
        }
        self.write_journal()?;
        self.report_last_step()?;
        Ok(None)
    }

    /// Asks what to do when the game is over.
    fn over(&mut self) -> io::Result<Option<SessionEnd>> {
        self.draw_board(false)?;
        let next = self.session.game.has_next_game();
        if std::mem::take(&mut self.question_due) {
            if self.session.game.engine().model().next_game.is_some() {
                let standing = text::match_score(self.session.game.trail());
                self.output.print(&standing)?;
            }
            self.output.print(if next {
                "next (or an empty line) begins the next game of the match"
            } else {
                "save writes the game to a file, new begins again, quit leaves"
            })?;
        }
        match self.read_line(if next { "next" } else { "over" })? {
            Ok(line) => self.handle_line(&line),
            Err(ending) => Ok(Some(ending)),
        }
    }

    /// A line of the person, or the end of the session.
    pub(super) fn read_line(&mut self, prompt: &str) -> io::Result<Result<String, SessionEnd>> {
        loop {
            let ending = match self.input.line(prompt, self.output.out())? {
                InputEvent::Line(line) => return Ok(Ok(line)),
                InputEvent::Unreadable(why) => {
                    self.output.print(&why)?;
                    continue;
                }
                InputEvent::End => "there is no more input".to_owned(),
                InputEvent::Interrupt => "stopped".to_owned(),
                InputEvent::Failed(why) => format!("no line can be read any more ({why})"),
            };
            return Ok(Err(SessionEnd::Interrupted(ending)));
        }
    }

    /// Handles a line: choices, a command, or a mistake.
    fn handle_line(&mut self, line: &str) -> io::Result<Option<SessionEnd>> {
        let line = line.trim();
        let before = self.session.game.trail().steps().len();
        if line.is_empty()
            && let [only] = self.session.game.choices().as_slice()
        {
            return self.choose_for(*only);
        }
        match self.choose(line) {
            Ok(()) => {
                self.question_due = true;
                self.write_journal()?;
                self.report_steps_since(before)?;
                Ok(None)
            }
            Err(complaint) => match PlayCommand::parse(line) {
                Some(command) => self.run_command(command),
                None if line.is_empty() && self.session.game.has_next_game() => {
                    self.run_command(PlayCommand::Next)
                }
                None => {
                    self.output.print(&complaint)?;
                    Ok(None)
                }
            },
        }
    }

    /// Makes the choices of a line, all of them or none.
    fn choose(&mut self, line: &str) -> Result<(), String> {
        let engine = self.session.game.engine().clone();
        let before = self.session.game.trail().steps().len();
        let decider = self.session.game.position().decider();
        for typed in self.split_choices(line) {
            let position = self.session.game.position();
            if position.decider() != decider {
                let chosen = typed.trim();
                let complaint = match position.decider() {
                    Some(Decider::Player(other)) => {
                        let other = engine.model().player(other);
                        format!("`{chosen}` comes too late: after that it is {other}'s turn")
                    }
                    Some(Decider::Lot) => {
                        format!("`{chosen}` comes too late: after that a lot is drawn")
                    }
                    None => format!("`{chosen}` comes too late: after that the game is over"),
                };
                self.session.game.undo_to(before);
                return Err(complaint);
            }
            let choice = parse_choice(&engine, position, &typed);
            let done = choice.is_some_and(|choice| self.session.game.choose(choice).is_ok());
            if !done {
                let complaint = input_errors::entry_error(&self.session, &typed);
                self.session.game.undo_to(before);
                return Err(complaint);
            }
        }
        Ok(())
    }

    /// The choices of a line, one after the other: `a1, clockwise` or `a1 clockwise`.
    fn split_choices(&self, line: &str) -> Vec<String> {
        let (engine, position) = (self.session.game.engine(), self.session.game.position());
        let fits = |part: &str| parse_choice(engine, position, part).is_some();
        let split = match line.split_once(char::is_whitespace) {
            Some((first, rest)) if fits(first) && !fits(line) => Some((first, rest)),
            _ => None,
        };
        match split {
            _ if line.contains(',') => line.split(',').map(|part| part.trim().into()).collect(),
            Some((first, rest)) => vec![first.into(), rest.trim().into()],
            None => vec![line.into()],
        }
    }

    /// Reports what happened in the last step.
    pub(super) fn report_last_step(&mut self) -> io::Result<()> {
        let before = self.session.game.trail().steps().len().saturating_sub(1);
        self.question_due = true;
        self.report_steps_since(before)
    }

    fn report_steps_since(&mut self, steps: usize) -> io::Result<()> {
        let engine = self.session.game.engine().clone();
        let since = self.session.game.trail().steps().iter().skip(steps);
        let news: Vec<String> =
            since.flat_map(|step| text::step_news(engine.model(), step)).collect();
        self.output.print_list(news)
    }

    /// Prints lines, one page of the terminal at a time.
    pub(super) fn print_pages(&mut self, lines: Vec<String>) -> io::Result<()> {
        let page = self.output.out().height().saturating_sub(2).max(1);
        let mut room = page;
        for line in lines {
            let needs = self.output.line_count(&line);
            if needs > room && room < page {
                let stop = match self.read_line("Enter for more, q to stop")? {
                    Ok(answer) => !answer.trim().is_empty(),
                    // Ctrl-C and Ctrl-D end the list, not the session.
                    Err(_) => true,
                };
                if stop {
                    return Ok(());
                }
                room = page;
            }
            self.output.print_list([line])?;
            room = room.saturating_sub(needs);
        }
        Ok(())
    }

    /// Draws the board, if it has changed since the last drawing, or if `asked`.
    pub(super) fn draw_board(&mut self, asked: bool) -> io::Result<()> {
        let position = self.session.game.position().clone();
        let engine = self.session.game.engine().clone();
        if asked || !self.last_drawn.as_ref().is_some_and(|seen| seen.same_board(&position)) {
            let eyes = self.session.game.viewer();
            self.output.draw(&BoardDrawing::of(engine.model(), &position).for_viewer(eyes))?;
        }
        self.last_drawn = Some(position);
        Ok(())
    }

    /// Forgets the last drawing, because another game is played now.
    pub(super) fn clear(&mut self) {
        self.last_drawn = None;
        self.question_due = true;
    }
}
