//! The table at which a game is played: everybody's turn comes, and what happens is told.

use super::command::Command;
use super::input::{Heard, Input};
use super::leaving::Ending;
use super::seats::Who;
use super::session::Session;
use super::telling;
use super::voice::Voice;
use super::wrong;
use crate::cli::Exit;
use mnc::engine::{Choice, Position};
use mnc::model::Seat;
use mnc::notation::{Picture, choice_id, parse_choice};
use mnc::search::Kind;
use std::io;

/// Computer players make so many choices before a person has to say that they go on: each is kept.
const ALONE: u32 = 20_000;

/// A session with the person who plays it.
pub struct Table<'o> {
    pub(super) session: Session,
    pub(super) input: Input,
    pub(super) voice: Voice<'o>,
    /// The position that the person sees.
    seen: Option<Position>,
    /// The question has not been put since something was said.
    pub(super) asking: bool,
}

impl<'o> Table<'o> {
    /// A table for a session.
    pub fn new(session: Session, input: Input, voice: Voice<'o>) -> Table<'o> {
        Table { session, input, voice, seen: None, asking: true }
    }

    /// Plays until the person leaves. `remark`: what is to be known before.
    pub fn play(mut self, remark: Option<&str>) -> io::Result<Exit> {
        let ended = self.greet(remark).and_then(|()| self.turns());
        self.end(ended)
    }

    fn greet(&mut self, remark: Option<&str>) -> io::Result<()> {
        self.voice.say("")?;
        self.heading()?;
        if let Some(remark) = remark {
            self.voice.say(&format!("  {remark}"))?;
        }
        if self.session.trail().is_new() {
            self.news_since(0)
        } else {
            let goes_on = self.session.goes_on();
            self.voice.say(&format!("  {goes_on}"))
        }
    }

    /// Tells what is played, and by whom.
    pub(super) fn heading(&mut self) -> io::Result<()> {
        let engine = self.session.engine().clone();
        let model = engine.model();
        self.voice.say(&model.name)?;
        for variation in &model.variations {
            self.voice.say(&format!("  variation: {variation}"))?;
        }
        let options = model.options.iter().map(|(name, value)| format!("{name} = {value}"));
        let options = options.collect::<Vec<_>>().join(", ");
        if !options.is_empty() {
            self.voice.say(&format!("  agreed: {options}"))?;
        }
        let holes = telling::holes(&engine, self.session.trail().position());
        self.voice.say(&format!("  {holes}"))?;
        self.players()
    }

    /// Tells who plays for whom.
    pub(super) fn players(&mut self) -> io::Result<()> {
        let engine = self.session.engine().clone();
        let model = engine.model();
        let last = engine.seats().last().unwrap_or_default();
        let last = model.player(last);
        if !self.session.seats.has_computer() {
            return self.voice.say(&format!(
                "  you play for everybody; for the computer to play say for example: seat {last} \
                 search\n  help tells what else you can say"
            ));
        }
        let each = engine.seats().map(|seat| {
            let who = self.session.seats.of(seat);
            format!("{} is played by {}", model.player(seat), telling::who(who))
        });
        let each = each.collect::<Vec<_>>().join(", ");
        self.voice.say(&format!("  {each}\n  help tells what you can say"))
    }

    /// Everybody's turn, until the end.
    fn turns(&mut self) -> io::Result<Ending> {
        let mut alone = 0;
        loop {
            if self.is_stopped() {
                return Ok(Ending::Cut("stopped".into()));
            }
            if alone >= ALONE {
                let why = format!("the computer players have made {ALONE} choices");
                return Ok(Ending::Cut(why));
            }
            self.note_down()?;
            alone += 1;
            let ending = match self.session.to_choose() {
                Some((seat, Who::Computer(kind))) => self.computer(seat, kind)?,
                Some((seat, Who::Person)) => {
                    alone = 0;
                    self.person(seat)?
                }
                None => {
                    alone = 0;
                    self.over()?
                }
            };
            if let Some(ending) = ending {
                return Ok(ending);
            }
        }
    }

    /// Writes the answers in the journal.
    fn note_down(&mut self) -> io::Result<()> {
        match self.session.note_down() {
            Ok(()) => Ok(()),
            Err(error) => self.voice.say(&format!(
                "the answers cannot be noted down as you play ({error}): save the game before you leave"
            )),
        }
    }

    /// Whether somebody wants to stop, or nobody reads any more.
    fn is_stopped(&mut self) -> bool {
        self.input.stop().is_set() || self.voice.out().is_closed()
    }

    fn computer(&mut self, seat: Seat, kind: Kind) -> io::Result<Option<Ending>> {
        let engine = self.session.engine().clone();
        let model = engine.model();
        let last = self.session.trail().last().chosen;
        if last.is_some_and(|(seat, _)| self.session.seats.of(seat) == Who::Person) {
            self.board(false)?;
        }
        if let Kind::Search(_) = kind {
            self.voice.whisper(&format!("{} thinks ...", model.player(seat)))?;
        }
        let position = self.session.trail().position().clone();
        let moment = self.session.moment();
        let stop = self.input.stop();
        let thought = self.session.seats.think(kind, &engine, &position, moment, &stop);
        let choice = thought.map(|thought| thought.choice);
        let choice = choice.or_else(|| engine.choices(&position).first().copied());
        if self.is_stopped() {
            return Ok(None);
        }
        let Some(choice) = choice else {
            return Ok(Some(Ending::Cut("the computer finds nothing to choose".into())));
        };
        let told = format!("{}> {}   ({kind})", model.player(seat), choice_id(model, choice));
        self.voice.say(&told)?;
        self.choose_for(choice)
    }

    fn person(&mut self, seat: Seat) -> io::Result<Option<Ending>> {
        let engine = self.session.engine().clone();
        if let Some(only) = self.session.forced() {
            let (player, choice) = (engine.model().player(seat), choice_id(engine.model(), only));
            self.voice.say(&format!("{player}> {choice}   (the only choice)"))?;
            return self.choose_for(only);
        }
        self.board(false)?;
        if std::mem::take(&mut self.asking) {
            let question = telling::question(&engine, self.session.trail().position());
            self.voice.say(&question)?;
        }
        let prompt = engine.model().player(seat).to_owned();
        match self.hear(&prompt)? {
            Ok(line) => self.line(&line),
            Err(ending) => Ok(Some(ending)),
        }
    }

    /// Makes a choice for the player to choose, and says what happened.
    fn choose_for(&mut self, choice: Choice) -> io::Result<Option<Ending>> {
        if self.session.choose(choice).is_err() {
            return Ok(Some(Ending::Cut("a choice that was offered is not legal".into())));
        }
        self.note_down()?;
        self.news()?;
        Ok(None)
    }

    /// The game is over: what comes next?
    fn over(&mut self) -> io::Result<Option<Ending>> {
        self.board(false)?;
        let next = self.session.has_next_game();
        if std::mem::take(&mut self.asking) {
            if self.session.engine().model().next_game.is_some() {
                let standing = telling::standing(self.session.trail());
                self.voice.say(&standing)?;
            }
            self.voice.say(if next {
                "next (or an empty line) begins the next game of the match"
            } else {
                "save keeps the game in a file, new begins again, quit leaves"
            })?;
        }
        match self.hear(if next { "next" } else { "over" })? {
            Ok(line) => self.line(&line),
            Err(ending) => Ok(Some(ending)),
        }
    }

    /// A line of the person, or the end of it all.
    pub(super) fn hear(&mut self, prompt: &str) -> io::Result<Result<String, Ending>> {
        loop {
            let ending = match self.input.line(prompt, self.voice.out())? {
                Heard::Line(line) => return Ok(Ok(line)),
                Heard::Garbled(why) => {
                    self.voice.say(&why)?;
                    continue;
                }
                Heard::End => "there is no more input".to_owned(),
                Heard::Stop => "stopped".to_owned(),
                Heard::Broken(why) => format!("no line can be read any more ({why})"),
            };
            return Ok(Err(Ending::Cut(ending)));
        }
    }

    /// A choice, a command, or something wrong.
    fn line(&mut self, line: &str) -> io::Result<Option<Ending>> {
        let line = line.trim();
        let before = self.session.trail().steps().len();
        if line.is_empty()
            && let [only] = self.session.choices().as_slice()
        {
            return self.choose_for(*only);
        }
        match self.choose(line) {
            Ok(()) => {
                self.asking = true;
                self.note_down()?;
                self.news_since(before)?;
                Ok(None)
            }
            Err(complaint) => match Command::parse(line) {
                Some(command) => self.wish(command),
                None if line.is_empty() && self.session.has_next_game() => self.wish(Command::Next),
                None => {
                    self.voice.say(&complaint)?;
                    Ok(None)
                }
            },
        }
    }

    /// Makes the choices of a line, all of them or none.
    fn choose(&mut self, line: &str) -> Result<(), String> {
        let engine = self.session.engine().clone();
        let before = self.session.trail().steps().len();
        let seat = self.session.trail().position().decider();
        for typed in self.parts(line) {
            let position = self.session.trail().position();
            if position.decider() != seat {
                let chosen = typed.trim();
                let complaint = match position.decider() {
                    Some(other) => {
                        let other = engine.model().player(other);
                        format!("`{chosen}` comes too late: after that it is {other}'s turn")
                    }
                    None => format!("`{chosen}` comes too late: after that the game is over"),
                };
                self.session.back_to(before);
                return Err(complaint);
            }
            let choice = parse_choice(&engine, position, &typed);
            let done = choice.is_some_and(|choice| self.session.choose(choice).is_ok());
            if !done {
                let complaint = wrong::complaint(&self.session, &typed);
                self.session.back_to(before);
                return Err(complaint);
            }
        }
        Ok(())
    }

    /// The choices that a line tells one after the other: `a1, clockwise` or `a1 clockwise`.
    fn parts(&self, line: &str) -> Vec<String> {
        let (engine, position) = (self.session.engine(), self.session.trail().position());
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

    /// Tells what happened in the last step.
    pub(super) fn news(&mut self) -> io::Result<()> {
        let before = self.session.trail().steps().len().saturating_sub(1);
        self.asking = true;
        self.news_since(before)
    }

    fn news_since(&mut self, steps: usize) -> io::Result<()> {
        let engine = self.session.engine().clone();
        let since = self.session.trail().steps().iter().skip(steps);
        let news: Vec<String> =
            since.flat_map(|step| telling::news(engine.model(), step)).collect();
        self.voice.list(news)
    }

    /// Says lines, a page of the terminal at a time.
    pub(super) fn pages(&mut self, lines: Vec<String>) -> io::Result<()> {
        let page = self.voice.out().height().saturating_sub(2).max(1);
        let mut room = page;
        for line in lines {
            let needs = self.voice.rows(&line);
            if needs > room && room < page {
                let stop = match self.hear("Enter for more, q to stop")? {
                    Ok(said) => !said.trim().is_empty(),
                    // Ctrl-C and Ctrl-D end the list, not the session.
                    Err(_) => true,
                };
                if stop {
                    return Ok(());
                }
                room = page;
            }
            self.voice.list([line])?;
            room = room.saturating_sub(needs);
        }
        Ok(())
    }

    /// Draws the board, if it looks different from what was drawn last or is asked for.
    pub(super) fn board(&mut self, asked: bool) -> io::Result<()> {
        let position = self.session.trail().position().clone();
        let engine = self.session.engine().clone();
        if asked || !self.seen.as_ref().is_some_and(|seen| seen.same_board(&position)) {
            let eyes = self.session.eyes();
            self.voice.draw(&Picture::of(engine.model(), &position).seen_by(eyes))?;
        }
        self.seen = Some(position);
        Ok(())
    }

    /// Nothing that was drawn counts any more: another game lies on the table.
    pub(super) fn clear(&mut self) {
        self.seen = None;
        self.asking = true;
    }
}
