//! Runs the commands.

use super::command::{ALL, PlayCommand};
use super::journal::journal_at;
use super::play_loop::PlayLoop;
use super::resume;
use super::rules::rules;
use super::session::SessionEnd;
use super::text;
use crate::cli::record;
use mnc::engine::Choice;
use mnc::notation::{choice_id, clause_text, parse_choice};
use mnc::search::PlayerKind;
use mnc::session::parse_assignment;
use std::io;

/// The computer player that gives hints.
const HINT_PLAYER: PlayerKind = PlayerKind::Search(3);

impl PlayLoop<'_> {
    /// Runs a command.
    pub(super) fn run_command(&mut self, command: PlayCommand) -> io::Result<Option<SessionEnd>> {
        self.question_due = true;
        match command {
            PlayCommand::Help => self.help()?,
            PlayCommand::Board => self.draw_board(true)?,
            PlayCommand::Undo => self.undo()?,
            PlayCommand::Rules => {
                let engine = self.session.game.engine().clone();
                let rules = rules(engine.model());
                self.print_pages(rules)?;
            }
            PlayCommand::Why(None) => {
                let engine = self.session.game.engine().clone();
                let why = text::explain_steps(engine.model(), self.session.game.recent_steps());
                self.print_pages(why)?;
            }
            PlayCommand::Why(Some(typed)) => self.why_not(&typed)?,
            PlayCommand::Hint => self.hint()?,
            PlayCommand::Save(file) => return self.save(file.as_deref()),
            PlayCommand::Load(file) => return self.load(file.as_deref()),
            PlayCommand::Next => self.next()?,
            PlayCommand::New => self.new_game()?,
            PlayCommand::Seat(None) => self.print_players()?,
            PlayCommand::Seat(Some(text)) => self.seat(&text)?,
            PlayCommand::Quit => return self.quit(),
        }
        Ok(None)
    }

    fn help(&mut self) -> io::Result<()> {
        let engine = self.session.game.engine().clone();
        let position = self.session.game.position().clone();
        let choices = engine.choices(&position);
        let mut lines = Vec::new();
        if let Some(choice) = choices.first() {
            let id = choice_id(engine.model(), *choice);
            lines.push(format!("{id:<15}one of the choices that are offered; several with commas"));
        }
        for offer in engine.offers(&position) {
            let id = choice_id(engine.model(), offer);
            let does = if offer == Choice::Agree {
                "ask the others to end the game here, as its rules say"
            } else {
                "give up, as the rules of the game say"
            };
            lines.push(format!("{id:<15}{does}"));
        }
        if self.session.game.has_next_game() {
            lines.push(format!("{:<15}the next game of the match", "next"));
        }
        lines.extend(ALL.iter().map(|(command, does)| format!("{command:<15}{does}")));
        lines.push(text::owned_holes_text(&engine, &position));
        self.output.print_list(lines)
    }

    fn undo(&mut self) -> io::Result<()> {
        let Some(chosen) = self.session.game.undo() else {
            return self
                .output
                .print("there is nothing to take back: you have not chosen anything");
        };
        let engine = self.session.game.engine().clone();
        let model = engine.model();
        let each = chosen.iter().map(|(decider, choice)| {
            format!("{} {}", decider.name(model), choice_id(model, *choice))
        });
        let each = each.collect::<Vec<_>>().join(", ");
        self.clear();
        self.output.print(&format!("taken back: {each}"))
    }

    fn why_not(&mut self, typed: &str) -> io::Result<()> {
        let engine = self.session.game.engine().clone();
        let position = self.session.game.position().clone();
        let model = engine.model();
        let Some(asking) = position.asks() else {
            return self.output.print("the game is over: nothing can be chosen");
        };
        let asked = format!("the rule that asks is {}", text::clause_heading(model, asking));
        let choice = parse_choice(&engine, &position, typed);
        let against =
            engine.illegal_choices(&position).into_iter().find(|(c, _)| Some(*c) == choice);
        let message = match (choice, against) {
            (Some(choice), Some((_, id))) => {
                let id_of = choice_id(model, choice);
                format!("{id_of} may not be chosen because of {}", clause_text(model, id))
            }
            (Some(choice), None) => {
                format!("{} may be chosen; {asked}", choice_id(model, choice))
            }
            (None, _) => match text::why_not(&engine, &position, typed) {
                Some(why) => format!("{why}; {asked}"),
                None => {
                    let choices = text::choices(&engine, &position);
                    format!("`{typed}` is not a place of this board: choose from {choices}")
                }
            },
        };
        self.output.print(&message)
    }

    fn hint(&mut self) -> io::Result<()> {
        let engine = self.session.game.engine().clone();
        let position = self.session.game.position().clone();
        let choices = engine.choices(&position);
        let model = engine.model();
        let message = match choices.as_slice() {
            [] => "the game is over: nothing can be chosen".to_owned(),
            [only] => format!("there is only one choice: {}", choice_id(model, *only)),
            _ => {
                self.output.print_status("the computer thinks ...")?;
                match self.session.game.think(HINT_PLAYER, &self.input.stop()) {
                    Some(thought) => text::advice(model, &thought),
                    None => "the computer has no advice".to_owned(),
                }
            }
        };
        self.output.print(&message)
    }

    fn next(&mut self) -> io::Result<()> {
        if self.session.game.next_game().is_some() {
            return self.report_last_step();
        }
        let engine = self.session.game.engine().clone();
        self.output.print(if engine.model().next_game.is_none() {
            "this game is played once: no game follows"
        } else if self.session.game.position().is_over() {
            "the match is over: no game follows; new begins again"
        } else {
            "this game is not over yet"
        })
    }

    fn new_game(&mut self) -> io::Result<()> {
        if !self.save_before_switch()? {
            return Ok(());
        }
        self.session.restart();
        self.clear();
        self.report_last_step()
    }

    fn seat(&mut self, text: &str) -> io::Result<()> {
        let engine = self.session.game.engine().clone();
        match parse_assignment(engine.model(), text) {
            Ok((seat, who)) => {
                self.session.game.assign_seat(seat, who);
                let name = engine.model().player(seat);
                self.output.print(&format!("{name} is played by {}", text::player_text(who)))
            }
            Err(complaint) => self.output.print(&complaint.to_string()),
        }
    }

    fn load(&mut self, file: Option<&str>) -> io::Result<Option<SessionEnd>> {
        let Some(file) = file else {
            self.output.print("name the file: for example load hoyito.mncr")?;
            return Ok(None);
        };
        let path = record::record_file(super::files::unquoted(file));
        let left = match journal_at(&path) {
            Ok(left) => left,
            Err(complaint) => {
                self.output.print(&complaint)?;
                return Ok(None);
            }
        };
        match resume::load_game(&self.session.description, &path) {
            Err(complaint) => self.output.print(&complaint)?,
            Ok(resumed) => {
                if !self.save_before_switch()? {
                    return Ok(None);
                }
                let remark = resumed.remark();
                self.session.replace(resumed);
                match left {
                    Some(left) => {
                        self.session.end_journal();
                        self.session.adopt(left);
                    }
                    None => self.session.remember_loaded(path),
                }
                self.clear();
                let goes_on = self.session.game.progress_text();
                self.output.print(&format!("loaded: {goes_on}"))?;
                if let Some(remark) = remark {
                    self.output.print(remark)?;
                }
                self.print_heading()?;
            }
        }
        Ok(None)
    }
}
