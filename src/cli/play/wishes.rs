//! What is done when the person says a command.

use super::command::{ALL, Command};
use super::journal::journal_at;
use super::leaving::Ending;
use super::resuming;
use super::rules::rules;
use super::seats::assignment;
use super::table::Table;
use super::telling;
use crate::cli::record;
use mnc::notation::{choice_id, clause, parse_choice};
use mnc::search::Kind;
use std::io;

/// Who gives hints.
const ADVISER: Kind = Kind::Search(3);

impl Table<'_> {
    /// Grants a wish.
    pub(super) fn wish(&mut self, wish: Command) -> io::Result<Option<Ending>> {
        self.asking = true;
        match wish {
            Command::Help => self.help()?,
            Command::Board => self.board(true)?,
            Command::Undo => self.undo()?,
            Command::Rules => {
                let engine = self.session.engine().clone();
                let rules = rules(&self.session.description, engine.model());
                self.pages(rules)?;
            }
            Command::Why(None) => {
                let engine = self.session.engine().clone();
                let why = telling::why(engine.model(), self.session.lately());
                self.pages(why)?;
            }
            Command::Why(Some(typed)) => self.why_not(&typed)?,
            Command::Hint => self.hint()?,
            Command::Save(file) => return self.save(file.as_deref()),
            Command::Load(file) => return self.load(file.as_deref()),
            Command::Next => self.next()?,
            Command::New => self.new_game()?,
            Command::Seat(None) => self.players()?,
            Command::Seat(Some(said)) => self.seat(&said)?,
            Command::Quit => return self.quit(),
        }
        Ok(None)
    }

    fn help(&mut self) -> io::Result<()> {
        let engine = self.session.engine().clone();
        let position = self.session.trail().position().clone();
        let choices = engine.choices(&position);
        let mut lines = Vec::new();
        if let Some(choice) = choices.first() {
            let id = choice_id(engine.model(), *choice);
            lines.push(format!("{id:<15}one of the choices that are offered; several with commas"));
        }
        if self.session.has_next_game() {
            lines.push(format!("{:<15}the next game of the match", "next"));
        }
        lines.extend(ALL.iter().map(|(command, does)| format!("{command:<15}{does}")));
        lines.push(telling::holes(&engine, &position));
        self.voice.list(lines)
    }

    fn undo(&mut self) -> io::Result<()> {
        let Some(chosen) = self.session.undo() else {
            return self.voice.say("there is nothing to take back: you have not chosen anything");
        };
        let engine = self.session.engine().clone();
        let model = engine.model();
        let each = chosen
            .iter()
            .map(|(seat, choice)| format!("{} {}", model.player(*seat), choice_id(model, *choice)));
        let each = each.collect::<Vec<_>>().join(", ");
        self.clear();
        self.voice.say(&format!("taken back: {each}"))
    }

    fn why_not(&mut self, typed: &str) -> io::Result<()> {
        let engine = self.session.engine().clone();
        let position = self.session.trail().position().clone();
        let model = engine.model();
        let Some(asking) = position.asks() else {
            return self.voice.say("the game is over: nothing can be chosen");
        };
        let asked = format!("the rule that asks is {}", telling::rule(model, asking));
        let meant = parse_choice(&engine, &position, typed);
        let against = engine.barred(&position).into_iter().find(|(c, _)| Some(*c) == meant);
        let told = match (meant, against) {
            (Some(choice), Some((_, id))) => {
                let id_of = choice_id(model, choice);
                format!("{id_of} may not be chosen because of {}", clause(model, id))
            }
            (Some(choice), None) => {
                format!("{} may be chosen; {asked}", choice_id(model, choice))
            }
            (None, _) => match telling::why_not(&engine, &position, typed) {
                Some(why) => format!("{why}; {asked}"),
                None => {
                    let choices = telling::choices(&engine, &position);
                    format!("`{typed}` is no place of this board: choose from {choices}")
                }
            },
        };
        self.voice.say(&told)
    }

    fn hint(&mut self) -> io::Result<()> {
        let engine = self.session.engine().clone();
        let position = self.session.trail().position().clone();
        let choices = engine.choices(&position);
        let model = engine.model();
        let told = match choices.as_slice() {
            [] => "the game is over: nothing can be chosen".to_owned(),
            [only] => format!("there is only one choice: {}", choice_id(model, *only)),
            _ => {
                self.voice.whisper("the computer thinks ...")?;
                let (moment, stop) = (self.session.moment(), self.input.stop());
                let seats = &mut self.session.seats;
                match seats.think(ADVISER, &engine, &position, moment, &stop) {
                    Some(thought) => telling::advice(model, &thought),
                    None => "the computer has no advice".to_owned(),
                }
            }
        };
        self.voice.say(&told)
    }

    fn next(&mut self) -> io::Result<()> {
        if self.session.next_game() {
            return self.news();
        }
        let engine = self.session.engine().clone();
        self.voice.say(if engine.model().next_game.is_none() {
            "this game is played once: no game follows"
        } else if self.session.trail().position().is_over() {
            "the match is over: no game follows; new begins again"
        } else {
            "this game is not over yet"
        })
    }

    fn new_game(&mut self) -> io::Result<()> {
        if !self.put_by()? {
            return Ok(());
        }
        self.session.begin_again();
        self.clear();
        self.news()
    }

    fn seat(&mut self, said: &str) -> io::Result<()> {
        let engine = self.session.engine().clone();
        match assignment(engine.model(), said) {
            Ok((seat, who)) => {
                self.session.give(seat, who);
                let name = engine.model().player(seat);
                self.voice.say(&format!("{name} is played by {}", telling::who(who)))
            }
            Err(complaint) => self.voice.say(&complaint),
        }
    }

    fn load(&mut self, file: Option<&str>) -> io::Result<Option<Ending>> {
        let Some(file) = file else {
            self.voice.say("say which file: for example load hoyito.mncr")?;
            return Ok(None);
        };
        let path = record::meant(super::files::unquoted(file));
        let left = match journal_at(&path) {
            Ok(left) => left,
            Err(complaint) => {
                self.voice.say(&complaint)?;
                return Ok(None);
            }
        };
        match resuming::resume(&self.session.description, &path) {
            Err(complaint) => self.voice.say(&complaint)?,
            Ok(resumed) => {
                if !self.put_by()? {
                    return Ok(None);
                }
                self.session.take_up(resumed.trail);
                let engine = self.session.engine().clone();
                resuming::seat_players(&mut self.session.seats, engine.model(), &resumed.record);
                match left {
                    Some(left) => {
                        self.session.end_journal();
                        self.session.adopt(left);
                    }
                    None => self.session.keep_as_is(path),
                }
                self.clear();
                let goes_on = self.session.goes_on();
                self.voice.say(&format!("loaded: {goes_on}"))?;
                if let Some(remark) = resumed.remark {
                    self.voice.say(&remark)?;
                }
                self.heading()?;
            }
        }
        Ok(None)
    }
}
