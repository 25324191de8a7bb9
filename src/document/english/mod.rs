//! Rules in English.

mod action;
mod cond;
mod number;
mod person;
mod place;
mod steps;
mod way;

use super::plan::{DocItem, DocSection};
use crate::model::{
    Cases, ClauseId, Deed, DefaultClause, Law, LawDeed, Life, Model, NoteKind, PlaceId, PlaceKind,
    PlaceSetBits, Rules, Seat, Stage, TurnRules, Winner,
};
use action::{mover, sentence};
use number::{and, counted};
use person::{OccasionHole, Person, Voice};
use std::collections::{BTreeMap, BTreeSet};

/// Writes the rules of one game in English.
pub(super) struct English<'m> {
    model: &'m Model,
    /// Holes can be closed.
    closes: bool,
}

/// The headings of the sections, in order.
const BOARD: &str = "The board and the start";
const SOWING: &str = "Sowing";
/// Rules of all games, where a description has none of its own.
const SILENT: &str = "Where the sources are silent";

impl<'m> English<'m> {
    pub fn of(model: &'m Model) -> English<'m> {
        let closes = |deed: &Deed| matches!(deed, Deed::Close(_));
        let in_match = model
            .next_game
            .as_deref()
            .is_some_and(|steps| crate::model::any_in_steps(steps, &closes));
        English { model, closes: model.any_deed_in_play(&closes) || in_match }
    }

    /// All rules, section by section.
    pub fn rules(&self) -> Vec<DocSection> {
        let mut sections = vec![self.board_section()];
        sections.extend(self.names_section());
        sections.extend(self.opening_section());
        let several = self.model.stages.len() > 1;
        if several {
            sections.push(self.stages_section());
        }
        for (nth, stage) in self.model.stages.iter().enumerate() {
            sections.extend(self.stage_sections(nth, stage, several));
        }
        sections.extend(self.procedures());
        sections.extend(self.match_section());
        sections.extend(self.defaults_section());
        let mut said = BTreeSet::new();
        for section in &mut sections {
            section.items.iter_mut().for_each(|item| item.forget(&mut said));
        }
        // What a section above has said is not said again.
        let silent = sections.iter_mut().filter(|section| section.heading == SILENT);
        silent.for_each(|section| section.items.retain(|item| !item.sentence.clauses.is_empty()));
        sections.extend(self.idle_section(&said));
        sections.retain(|section| !section.items.is_empty());
        sections
    }

    fn board_section(&self) -> DocSection {
        let board = &self.model.board;
        let mut items = Vec::new();
        let names: Vec<String> = board.seats.iter().map(|seat| seat.name.clone()).collect();
        let players = match names.as_slice() {
            [one] => format!("This is a game for one player, {one}."),
            names => {
                format!("{} play this game: {}.", number_word(names.len()) + " players", and(names))
            }
        };
        items.push(DocItem::new(players, []));
        let rows = counted(board.rows.into(), "row");
        items.push(DocItem::new(
            format!("The board has {rows} of {}.", counted(board.columns.into(), "hole")),
            [],
        ));
        let far: Vec<&str> =
            board.seats.iter().filter(|s| s.far_side).map(|s| s.name.as_str()).collect();
        let near: Vec<&str> =
            board.seats.iter().filter(|s| !s.far_side).map(|s| s.name.as_str()).collect();
        let sides = match (near.as_slice(), far.as_slice()) {
            ([near], [far]) => format!(
                "{near} sits below the board in the picture and {far} above it, so what is left for one is right \
                 for the other."
            ),
            _ => "All players look at the board from below in the picture.".to_owned(),
        };
        items.push(DocItem::new(sides, []));
        items.push(DocItem::new(
            "A letter names a column, from the left in the picture. A number names a row, from the bottom.",
            [],
        ));
        let rows = (1..=board.rows).filter_map(|nth| Some((nth, self.half_row_name(nth)?)));
        let rows = rows.map(|(nth, name)| match nth {
            1 => format!("the row nearest to its owner is called the {name} row"),
            nth => {
                format!("the {} row from the owner is the {name} row", number::ordinal(nth.into()))
            }
        });
        let rows: Vec<String> = rows.collect();
        if !rows.is_empty() {
            items.push(DocItem::new(sentence(&and(&rows), "."), []));
        }
        items.extend(self.owners());
        if board.rows > 1 {
            let text =
                "The holes opposite a hole are those in its column on the other side of the board.";
            items.push(DocItem::new(text, []));
        }
        items.extend(self.stores());
        let text = "To capture seeds is to take them and to put them into your own store.";
        items.push(DocItem::new(text, []));
        items.extend(self.start());
        let first = self.seat(self.model.first);
        items.push(DocItem::new(
            format!("{first} makes the first move."),
            [self.model.first_clause],
        ));
        DocSection { heading: BOARD.into(), items }
    }

    fn owners(&self) -> Vec<DocItem> {
        let board = &self.model.board;
        let seats = (0..board.seats.len() as u8).map(Seat);
        let own = |seat: Seat| -> PlaceSetBits {
            let holes = (0..board.holes).map(|i| PlaceId(i as u8));
            let of =
                |hole: &PlaceId| board.places.get(hole.index()).and_then(|p| p.owner) == Some(seat);
            holes.filter(of).collect()
        };
        let mut items: Vec<DocItem> = seats
            .filter(|seat| !own(*seat).is_empty())
            .map(|seat| {
                DocItem::new(format!("{} owns {}.", self.seat(seat), self.set(own(seat))), [])
            })
            .collect();
        if items.is_empty() {
            items.push(DocItem::new("Nobody owns the holes.", []));
        }
        items
    }

    fn stores(&self) -> Vec<DocItem> {
        let board = &self.model.board;
        let mut items = Vec::new();
        let stores: Vec<&crate::model::Place> =
            board.places.iter().filter(|p| p.kind == PlaceKind::Store).collect();
        if !stores.is_empty() {
            let all = stores.len() == board.seats.len();
            let who = if all && stores.len() > 1 {
                "Each player has a store".to_owned()
            } else {
                let names = stores.iter().filter_map(|p| p.owner).map(|seat| self.seat(seat));
                let names: Vec<String> = names.collect();
                format!("{} {} a store", and(&names), if names.len() == 1 { "has" } else { "have" })
            };
            items.push(DocItem::new(format!("{who} for the seeds they capture."), []));
            if stores.iter().any(|store| store.hidden) {
                items.push(DocItem::new("Only its owner may look into a store.", []));
            }
        } else if board.seats.len() > 1 {
            items.push(DocItem::new("Each player keeps the seeds they capture, off the board. In what follows this is their store.", []));
        }
        let shared = board.places.iter().filter(|p| p.kind == PlaceKind::Shared);
        let shared: Vec<String> = shared.map(|p| format!("\u{201c}{}\u{201d}", p.id)).collect();
        if !shared.is_empty() {
            items.push(DocItem::new(
                format!("The board also has a place called {}, which nobody owns.", and(&shared)),
                [],
            ));
        }
        for kind in &self.model.kinds {
            items.push(DocItem::new(
                format!("Some seeds are of a kind called \u{201c}{}\u{201d}; each is worth {}. Other seeds are worth 1.", kind.name, kind.worth),
                [],
            ));
        }
        items
    }

    fn start(&self) -> Vec<DocItem> {
        let mut by_clause: BTreeMap<ClauseId, Vec<(PlaceId, u16)>> = BTreeMap::new();
        for (clause, place, seeds) in &self.model.start {
            by_clause.entry(*clause).or_default().push((*place, *seeds));
        }
        let mut items: Vec<DocItem> = by_clause
            .into_iter()
            .map(|(clause, placed)| DocItem::new(self.placed(&placed), [clause]))
            .collect();
        for (clause, place, kind, n) in &self.model.start_kinds {
            let seed = self.model.seed(Some(*kind));
            items.push(DocItem::new(
                format!(
                    "{} in {} {} of the kind \u{201c}{seed}\u{201d}.",
                    counted((*n).into(), "seed"),
                    self.place_name(*place),
                    if *n == 1 { "is" } else { "are" }
                ),
                [*clause],
            ));
        }
        if items.is_empty() {
            items.push(DocItem::new("All places are empty at the start.", []));
        }
        items
    }

    fn placed(&self, placed: &[(PlaceId, u16)]) -> String {
        let holes = self.model.board.holes;
        let all_holes = placed.len() == holes && placed.iter().all(|(p, _)| p.index() < holes);
        let mut by_number: BTreeMap<u16, PlaceSetBits> = BTreeMap::new();
        for (place, n) in placed {
            by_number.entry(*n).or_default().insert(*place);
        }
        let each: Vec<String> = by_number
            .iter()
            .map(|(n, places)| {
                let seeds = counted((*n).into(), "seed");
                match (places.iter().count(), all_holes && by_number.len() == 1) {
                    (_, true) => format!("{seeds} in every hole"),
                    (1, _) => format!("{seeds} in {}", self.set(*places)),
                    _ => format!("{seeds} in each of {}", self.set(*places)),
                }
            })
            .collect();
        format!("At the start, put {}.", each.join("; "))
    }

    /// Names that holes and players can have, and numbers to keep in mind.
    fn names_section(&self) -> Option<DocSection> {
        let mut items = Vec::new();
        for mark in &self.model.marks {
            let whose = if mark.of_each_player { " for one of the players" } else { "" };
            let life = self.life(&mark.life);
            items.push(DocItem::new(
                format!(
                    "A hole or a player can count as \u{201c}{}\u{201d}{whose}. This lasts {life}.",
                    mark.name
                ),
                [mark.clause],
            ));
        }
        for note in &self.model.notes {
            let whose = if note.of_each_player { " for each player" } else { "" };
            let life = self.life(&note.life);
            let text = match note.kind {
                NoteKind::Number => format!(
                    "Keep count of a number{whose}, \u{201c}{}\u{201d}. It is 0 at first. It is kept {life}.",
                    note.name
                ),
                NoteKind::Direction => {
                    format!("A direction is kept{whose}, \u{201c}{}\u{201d}, {life}.", note.name)
                }
                NoteKind::Yes => format!(
                    "Keep in mind{whose} if \u{201c}{}\u{201d} is \u{201c}yes\u{201d} or \u{201c}no\u{201d}. It is \u{201c}no\u{201d} at first. It is kept {life}.",
                    note.name
                ),
                NoteKind::Place => {
                    format!("A hole can be called \u{201c}{}\u{201d}{whose}, {life}.", note.name)
                }
            };
            items.push(DocItem::new(text, []));
        }
        Some(DocSection { heading: "Words of this game".into(), items })
    }

    fn life(&self, life: &Life) -> String {
        match life {
            Life::Unit(unit) => self.until_over(*unit),
            Life::Until(cond) => {
                let voice = Voice { actor: Person::They, it: OccasionHole::Looked, past: false };
                format!("until {}, or until the game is over", self.cond(cond, false, voice))
            }
        }
    }

    fn stages_section(&self) -> DocSection {
        let each = |stage: &Stage| format!("\u{201c}{}\u{201d}", stage.name);
        let names: Vec<String> = self.model.stages.iter().map(each).collect();
        let mut items = vec![DocItem::new(
            format!(
                "The game has {} stages, one after the other: {}.",
                self.model.stages.len(),
                and(&names)
            ),
            [],
        )];
        let voice = mover(OccasionHole::Fallen);
        for stage in &self.model.stages {
            let whose = if stage.each_player {
                "Each player enters and leaves it alone."
            } else {
                "It is the same stage for all players."
            };
            let until = stage.until.as_ref().map_or(String::new(), |cond| {
                format!(" It is over when {} (looked at before each turn, for the player about to move).", self.cond(cond, false, voice))
            });
            items.push(DocItem::new(
                format!("Stage \u{201c}{}\u{201d}: {whose}{until}", stage.name),
                stage.clause,
            ));
        }
        DocSection { heading: "Stages".into(), items }
    }

    fn stage_sections(&self, nth: usize, stage: &Stage, several: bool) -> Vec<DocSection> {
        let rules = &stage.rules;
        let earlier: Vec<&Rules> = self.model.stages.iter().take(nth).map(|s| &s.rules).collect();
        let mut sections = Vec::new();
        let mut add = |heading: &str, items: Vec<DocItem>, same: bool| {
            let heading = if several {
                format!("{heading} (stage \u{201c}{}\u{201d})", stage.name)
            } else {
                heading.to_owned()
            };
            if !items.is_empty() && !same {
                sections.push(DocSection { heading, items });
            } else if same && !items.is_empty() {
                sections.push(DocSection {
                    heading,
                    items: vec![DocItem::new("This is as in an earlier stage.", [])],
                });
            }
        };
        let same = |of: &dyn Fn(&Rules) -> Vec<ClauseId>| {
            let here = of(rules);
            !here.is_empty() && earlier.iter().any(|rules| of(rules) == here)
        };
        let cases = |cases: &Cases| {
            cases.lists.iter().flatten().map(|case| case.clause).collect::<Vec<_>>()
        };
        add("The turn", self.turn(&rules.turn), same(&|r| turn_clauses(&r.turn)));
        add(
            "The move",
            self.occasion(&rules.moves, "In a move you do", false, OccasionHole::Taken),
            same(&|r| cases(&r.moves)),
        );
        add(SOWING, self.sowing(rules), same(&|r| r.way.iter().map(|line| line.clause).collect()));
        add(
            "Before each sowing",
            self.occasion(
                &rules.before_each_lap,
                "Before you take up the seeds of a hole to sow them, you do",
                false,
                OccasionHole::Taken,
            ),
            same(&|r| cases(&r.before_each_lap)),
        );
        add(
            "While you sow",
            self.occasion(
                &rules.each_seed,
                "Each time a seed falls, the last one included, you do",
                false,
                OccasionHole::Fallen,
            ),
            same(&|r| cases(&r.each_seed)),
        );
        add(
            "When the last seed has fallen",
            self.occasion(
                &rules.last_seed,
                "When the last seed of a sowing has fallen, you do",
                true,
                OccasionHole::Fallen,
            ),
            same(&|r| cases(&r.last_seed)),
        );
        add(
            "After a capture",
            self.occasion(
                &rules.after_capture,
                "Each time seeds have been captured, you at once do",
                false,
                OccasionHole::Fallen,
            ),
            same(&|r| cases(&r.after_capture)),
        );
        add(
            "After the move",
            self.occasion(
                &rules.after_move,
                "When the move is over, you do",
                false,
                OccasionHole::Fallen,
            ),
            same(&|r| cases(&r.after_move)),
        );
        add(
            "Moves that are not allowed",
            rules.laws.iter().map(|law| self.law(law)).collect(),
            same(&|r| r.laws.iter().map(|law| law.clause).collect()),
        );
        let mut end = self.occasion(
            &rules.end_at_any_time,
            "At any time in a move, after each seed and each capture, you do",
            false,
            OccasionHole::Fallen,
        );
        end.extend(self.occasion(
            &rules.end,
            "After each move, the player who has moved (\u{201c}you\u{201d}) does",
            false,
            OccasionHole::Fallen,
        ));
        add(
            "The end of the game",
            end,
            same(&|r| {
                let mut all = cases(&r.end_at_any_time);
                all.extend(cases(&r.end));
                all
            }),
        );
        add(
            "The winner",
            rules.winner.iter().map(|winner| self.winner(winner)).collect(),
            same(&|r| r.winner.iter().map(|w| w.clause).collect()),
        );
        sections
    }

    /// What is done on an occasion: of each list, the first line that fits.
    fn occasion(
        &self,
        cases: &Cases,
        intro: &str,
        last_seed: bool,
        it: OccasionHole,
    ) -> Vec<DocItem> {
        let voice = mover(it);
        let mut items = Vec::new();
        for (nth, list) in cases.lists.iter().enumerate() {
            let children = self.case_list(list, voice);
            match (list.as_slice(), nth) {
                ([], _) => {}
                ([only], 0) if only.when.is_none() => items.extend(children),
                (list, nth) => {
                    let also = if nth == 0 {
                        intro.to_owned()
                    } else {
                        format!("In addition, {}", lower(intro))
                    };
                    let text = match list.len() {
                        1 => format!("{also} this:"),
                        _ => format!("{also} the first of these that fits, and no other:"),
                    };
                    items.push(DocItem::new(text, []).with(children, true));
                }
            }
        }
        let mut all = cases.lists.iter().flatten();
        if last_seed && !items.is_empty() && all.all(|case| case.when.is_some()) {
            let text = "If none of these lines fits, the move ends.";
            items.push(DocItem::new(text, [DefaultClause::EndMove.clause()]));
        }
        items
    }

    fn sowing(&self, rules: &Rules) -> Vec<DocItem> {
        let mut items = vec![DocItem::new(
            "To sow is to take the seeds of a place in your hand and drop them one by one, one seed in each place of \
             the path, from the place just after it. A sowing that goes all the way round also drops a seed in the \
             place where it began, unless a rule says otherwise.",
            [],
        )];
        let circuits = rules.way.iter().filter(|line| !line.kind.rings().is_empty()).count();
        if circuits > 1 {
            items.push(DocItem::new("Of the paths below, take the first one that fits.", []));
        }
        items.extend(rules.way.iter().map(|line| self.way_line(line)));
        if self.closes {
            items.push(DocItem::new("A closed hole is out of the game: the sowing skips it.", []));
        }
        items
    }

    fn turn(&self, turn: &TurnRules) -> Vec<DocItem> {
        let voice = mover(OccasionHole::Fallen);
        let mut items = Vec::new();
        if turn.moves.is_none() && turn.at_once.is_none() && self.model.seats() > 1 {
            items.push(DocItem::new("The players take turns. A turn is one move.", []));
        }
        if let Some(moves) = &turn.moves {
            let n = self.count(&moves.count, voice);
            let most = if moves.at_most { "at most " } else { "" };
            let plural = if n == "1" { "move" } else { "moves" };
            let again = moves.again.as_ref().map_or(String::new(), |cond| {
                format!(", and more moves while {}", self.cond(cond, false, voice))
            });
            items.push(DocItem::new(
                format!("The players take turns. A turn is {most}{n} {plural}{again}."),
                [moves.clause],
            ));
        }
        if let Some(clause) = turn.at_once {
            items.push(DocItem::new(
                "Both players choose, then move at the same time, seed by seed.",
                [clause],
            ));
        }
        if let Some(clause) = turn.first_to_end {
            items.push(DocItem::new("The player whose move ends first moves next.", [clause]));
        }
        if let Some((clause, loses)) = turn.no_move {
            let does = if loses { "loses the game" } else { "passes" };
            items.push(DocItem::new(format!("A player who has no move to make {does}."), [clause]));
        }
        items
    }

    fn law(&self, law: &Law) -> DocItem {
        let voice = mover(OccasionHole::Taken);
        let what = match &law.deed {
            LawDeed::Captures { places, first_lap } => {
                let from = places
                    .as_ref()
                    .map_or(String::new(), |p| format!(" from {}", self.places(p, voice)));
                let first = if *first_lap { " with its first sowing" } else { "" };
                format!("captures{from}{first}")
            }
            LawDeed::LeavesSeeds(who, places) => {
                let them = self.them(*who, voice);
                let inner = voice.of(self.actor(*who, voice));
                let place = places.as_ref().map_or_else(
                    || format!("{} holes", self.whose(*who, voice)),
                    |places| {
                        let places = self.places(places, inner);
                        places.strip_prefix("all ").map_or(places.clone(), str::to_owned)
                    },
                );
                format!("leaves {them} at least 1 seed in {place}")
            }
            LawDeed::LeavesEmpty(phrase) => format!("leaves {} empty", self.place(phrase, voice)),
            LawDeed::Reaches(phrase) => format!("drops a seed in {}", self.a_place(phrase, voice)),
            LawDeed::EndsIn(phrase) => {
                format!("drops its last seed in {}", self.a_place(phrase, voice))
            }
            LawDeed::BeginsFrom(phrase) => format!("begins from {}", self.a_place(phrase, voice)),
            LawDeed::BeginsIn(phrase) => {
                format!("drops its first seed in {}", self.a_place(phrase, voice))
            }
        };
        let when = law.when.as_ref().map_or(String::new(), |cond| {
            format!("if {} before the move, ", self.cond(cond, false, voice))
        });
        let must =
            if law.must { "you must make a move that" } else { "you may not make a move that" };
        let can = if law.if_any_can { ", if you have such a move" } else { "" };
        DocItem::new(sentence(&format!("{when}{must} {what}{can}"), "."), [law.clause])
    }

    fn winner(&self, winner: &Winner) -> DocItem {
        let most = if winner.fewest { "fewest seeds" } else { "most seeds" };
        let worth = if winner.worth { " (by what they are worth)" } else { "" };
        let voice = Voice { actor: Person::They, it: OccasionHole::Fallen, past: false };
        let place = winner.places.as_ref().map_or_else(
            || format!("in their {} and hand", self.store_word()),
            |places| format!("in {}", self.places(places, voice)),
        );
        DocItem::new(
            format!(
                "If the game has ended and no rule above names a winner or a loser, the player with the {most}{worth} {place} \
                 wins. If several have as many, the game is a draw."
            ),
            [winner.clause],
        )
    }

    fn procedures(&self) -> Vec<DocSection> {
        let word = |word: &crate::model::Word| {
            let mut items = Vec::new();
            let intro = format!("To do what \u{201c}{}\u{201d} says, do", word.name);
            items.extend(self.occasion(&word.cases, &intro, false, OccasionHole::Fallen));
            DocSection { heading: format!("What \u{201c}{}\u{201d} means", word.name), items }
        };
        self.model.words.iter().map(word).collect()
    }

    fn defaults_section(&self) -> Option<DocSection> {
        let items = self.model.active_defaults().filter_map(|default| {
            let text = match default {
                DefaultClause::FirstMoves => return None,
                DefaultClause::Passes => "A player who has no move to make passes.",
                DefaultClause::NobodyMoves => {
                    "If nobody can move, each player captures the seeds in their own holes, and the game ends."
                }
                DefaultClause::Endless => "You may not choose a move whose sowing would never end.",
                DefaultClause::OnlyEndless => {
                    "If all your moves would sow without end, the game ends, and each player keeps what they hold."
                }
                DefaultClause::Repetition => {
                    "If the same position, with the same player to move, occurs for the third time, the game ends. Each \
                     player captures the seeds in their own holes."
                }
                DefaultClause::EndMove => {
                    "When the last seed has fallen and no rule says what comes next, the move ends."
                }
                DefaultClause::NoWinner => "A game that ends without a winner is a draw.",
                DefaultClause::SameStarter => "The same player moves first in the next game.",
                DefaultClause::SweepForMatch => {
                    "Before the next game is set up, seeds left in holes go to the owners of the holes."
                }
                DefaultClause::Fuel
                | DefaultClause::LongMatch
                | DefaultClause::GameBegins
                | DefaultClause::Work => return None,
            };
            Some(DocItem::new(text, [default.clause()]))
        });
        Some(DocSection { heading: SILENT.into(), items: items.collect() })
    }

    /// Statements that have no effect with these options: nothing else says them.
    fn idle_section(&self, said: &BTreeSet<ClauseId>) -> Option<DocSection> {
        let idle = self.model.clauses.iter().enumerate().filter(|(nth, clause)| {
            !clause.default && !said.contains(&ClauseId(u16::try_from(*nth).unwrap_or(u16::MAX)))
        });
        let items: Vec<DocItem> = idle
            .map(|(nth, _)| {
                DocItem::new(
                    "One more rule of the description has no effect with the options of this page.",
                    [ClauseId(u16::try_from(nth).unwrap_or(u16::MAX))],
                )
            })
            .collect();
        Some(DocSection { heading: "Rules without effect here".into(), items })
    }
}

fn turn_clauses(turn: &TurnRules) -> Vec<ClauseId> {
    let moves = turn.moves.as_ref().map(|moves| moves.clause);
    let no_move = turn.no_move.map(|(clause, _)| clause);
    [moves, turn.at_once, turn.first_to_end, no_move].into_iter().flatten().collect()
}

fn number_word(n: usize) -> String {
    match n {
        2 => "Two".into(),
        3 => "Three".into(),
        4 => "Four".into(),
        5 => "Five".into(),
        6 => "Six".into(),
        n => n.to_string(),
    }
}

fn lower(text: &str) -> String {
    let mut chars = text.chars();
    chars.next().map_or(String::new(), |c| c.to_lowercase().chain(chars).collect())
}
