//! Statements in English: headings, and whole sentences.

use super::English;
use super::action::sentence;
use super::number::{and, counted, ordinal};
use super::place::TAKEN;
use crate::document::plan::{
    Aim, CaseStart, Heading, Occasion, OccasionHole, Person, PositionParts, RulePart, Statement,
    Voice,
};
use crate::model::{
    DefaultClause, Law, LawDeed, Life, NoteDecl, NoteKind, PlaceSetBits, SectionName, Stage,
    Subject, TurnMoves, Winner,
};

impl English<'_> {
    pub(super) fn heading_text(&self, heading: Heading<'_>) -> String {
        match heading {
            Heading::Board => "The board and the start".into(),
            Heading::Names => "Words of this game".into(),
            Heading::Stages => "Stages".into(),
            Heading::Rules(section, stage) => {
                let stage =
                    stage.map_or(String::new(), |name| format!(" (stage \u{201c}{name}\u{201d})"));
                format!("{}{stage}", section_text(section))
            }
            Heading::Word(nth) => {
                let name = self.model.words.get(nth).map_or("", |word| &word.name);
                format!("What \u{201c}{name}\u{201d} means")
            }
            Heading::Repetition => "What a repeated position is".into(),
            Heading::Silent => "Where the sources are silent".into(),
            Heading::WithoutEffect => "Rules without effect here".into(),
        }
    }

    pub(super) fn aim_text(&self, aim: &Aim) -> String {
        match aim {
            Aim::Alone => "A game for one player.".into(),
            Aim::Seeds { fewest: true } => "The aim is to have the fewest seeds at the end.".into(),
            Aim::Seeds { fewest: false } => "The aim is to have the most seeds at the end.".into(),
            Aim::NoMove => "The aim is to leave your opponent without a move.".into(),
            Aim::Rules(rules) => format!("The aim follows from this rule: {}", rules.join(" "))
                .replace("this rule:", if rules.len() > 1 { "these rules:" } else { "this rule:" }),
            Aim::Nobody => "No rule names a winner.".into(),
        }
    }

    pub(super) fn statement(&self, statement: &Statement<'_>) -> String {
        match statement {
            Statement::Players(names) => match names.as_slice() {
                [one] => format!("This is a game for one player, {one}."),
                names => {
                    let all: Vec<String> = names.iter().map(|name| (*name).to_owned()).collect();
                    format!("{} players play this game: {}.", number_word(names.len()), and(&all))
                }
            },
            Statement::BoardSize(rows, columns) => {
                let rows = counted((*rows).into(), "row");
                format!("The board has {rows} of {}.", counted((*columns).into(), "hole"))
            }
            Statement::TwoSides(near, far) => format!(
                "{near} sits below the board in the picture and {far} above it, so what is left for one is right \
                 for the other."
            ),
            Statement::OneSide => {
                "All players look at the board from below in the picture.".into()
            }
            Statement::Squares => {
                "A letter names a column, from the left in the picture. A number names a row, from the bottom."
                    .into()
            }
            Statement::RowNames(rows) => {
                let rows = rows.iter().map(|(nth, name)| match nth {
                    1 => format!("the row nearest to its owner is called the {name} row"),
                    nth => {
                        format!("the {} row from the owner is the {name} row", ordinal((*nth).into()))
                    }
                });
                let rows: Vec<String> = rows.collect();
                format!("{} The holes of a row are named like it.", sentence(&and(&rows), "."))
            }
            Statement::Owns(seat, holes) => {
                format!("{} owns {}.", self.seat(*seat), self.set(*holes))
            }
            Statement::NobodyOwns => "Nobody owns the holes.".into(),
            Statement::Opposite => {
                "The holes opposite a hole are those in its column on the other side of the board.".into()
            }
            Statement::Stores(_, true) => {
                "Each player has a store for the seeds they capture.".into()
            }
            Statement::Stores(owners, false) => {
                let names: Vec<String> = owners.iter().map(|seat| self.seat(*seat)).collect();
                let has = if names.len() == 1 { "has" } else { "have" };
                format!("{} {has} a store for the seeds they capture.", and(&names))
            }
            Statement::HiddenStores => "Only its owner may look into a store.".into(),
            Statement::NoStores => {
                "Each player keeps the seeds they capture, off the board. In what follows this is their store."
                    .into()
            }
            Statement::SharedPlaces(names) => {
                let names: Vec<String> =
                    names.iter().map(|name| format!("\u{201c}{name}\u{201d}")).collect();
                format!("The board also has a place called {}, which nobody owns.", and(&names))
            }
            Statement::Kind(name, worth) => format!(
                "Some seeds are of a kind called \u{201c}{name}\u{201d}; each is worth {worth}. Other seeds are worth \
                 1."
            ),
            Statement::Capturing => {
                "To capture seeds is to take them and to put them into your own store.".into()
            }
            Statement::InPlay(places) => {
                let places: Vec<String> =
                    places.iter().map(|place| format!("in {}", self.place_name(*place))).collect();
                let places = if places.is_empty() {
                    String::new()
                } else {
                    format!(", {}", places.join(", "))
                };
                format!(
                    "Seeds in play are all seeds in holes{places}, and those that somebody is sowing and has not yet \
                     dropped."
                )
            }
            Statement::Hands => {
                "A player's hand is for seeds that are theirs but lie neither in a hole nor in a store.".into()
            }
            Statement::Start(placed, everywhere) => self.start(placed, *everywhere),
            Statement::StartOfKind(place, kind, n) => format!(
                "{} in {} {} of the kind \u{201c}{}\u{201d}.",
                counted((*n).into(), "seed"),
                self.place_name(*place),
                if *n == 1 { "is" } else { "are" },
                self.model.seed(Some(*kind))
            ),
            Statement::StartEmpty => "All places are empty at the start.".into(),
            Statement::FirstMove(seat) => format!("{} makes the first move.", self.seat(*seat)),
            Statement::Mark(mark, players, set, read) => {
                let who = if *players { "A hole or a player" } else { "A hole" };
                let whose = if mark.of_each_player { " for one of the players" } else { "" };
                let life = self.life(&mark.life);
                let name = &mark.name;
                format!(
                    "{who} can count as \u{201c}{name}\u{201d}{whose}.{} This lasts {life}.",
                    self.uses("This begins", set, read)
                )
            }
            Statement::Note(note, set, read) => self.note(note, set, read),
            Statement::Stages(names) => {
                let names: Vec<String> =
                    names.iter().map(|name| format!("\u{201c}{name}\u{201d}")).collect();
                let n = names.len();
                format!("The game has {n} stages, one after the other: {}.", and(&names))
            }
            Statement::Stage(stage) => self.stage(stage),
            Statement::AsBefore => "This is as in an earlier stage.".into(),
            Statement::Turns => "The players take turns. A turn is one move.".into(),
            Statement::TurnMoves(moves) => self.turn_moves(moves),
            Statement::AtOnce(first, second) => {
                let (first, second) = (self.seat(*first), self.seat(*second));
                format!(
                    "If both players have a move, they move at the same time. First both choose: {first}, then {second}, \
                     who knows what {first} has chosen. A choice is allowed if it would be allowed to that player \
                     moving alone. Then both take up their seeds, and {first} drops one seed, then {second} drops \
                     one, and so on. What a seed leads to, such as a capture, is done at once; the seeds of a further \
                     sowing are taken up at once, too. Any further choice is made before the next seed falls. If \
                     both sow on without end, the game ends."
                )
            }
            Statement::FirstToEnd(first) => format!(
                "The player whose move ends first moves next. With every round of seeds, {}'s falls first.",
                self.seat(*first)
            ),
            Statement::NoMove { loses: true } => "A player who has no move to make loses the game.".into(),
            Statement::NoMove { loses: false } => PASSES.into(),
            Statement::Occasion { when, also, several } => self.occasion(*when, *also, *several),
            Statement::MoveEnds => "Unless a line makes you sow on, the move ends then.".into(),
            Statement::MoreLines => "After that, look at these lines as well.".into(),
            Statement::FirstThatFits => "Do the first of these that fits:".into(),
            Statement::Case { start, actions, voice, list } => {
                let text = format!("{}{}", self.case_start(start, *voice), self.actions(actions, *voice));
                sentence(&named_once(&text, *voice), end(*list))
            }
            Statement::CaseSteps(start, voice) => {
                let start = self.case_start(start, *voice);
                sentence(&format!("{start}do these steps in order"), ":")
            }
            Statement::Act(action, voice, list) => {
                sentence(&self.action_text(action, *voice), end(*list))
            }
            Statement::SowClass(nth, class, who, voice) => {
                sentence(&self.sow_class(*nth, class, *who, *voice), ".")
            }
            Statement::Sowing => {
                "To sow is to take the seeds of a place in your hand and drop them one by one, one seed in each place \
                 of the path, from the place just after it. A sowing that goes all the way round also drops a seed in \
                 the place where it began, unless a rule says otherwise."
                    .into()
            }
            Statement::Paths => "Of the paths below, take the first one that fits.".into(),
            Statement::Way(line, paths) => self.way_line(line, *paths),
            Statement::Path(seat, places) => self.path(*seat, places),
            Statement::Closed(false) => "A closed hole is out of the game: the sowing skips it.".into(),
            Statement::Closed(true) => {
                "In later games of a match holes can be closed. A closed hole is out of the game: the sowing skips it."
                    .into()
            }
            Statement::Law(law) => self.law(law),
            Statement::Winner(winner) => self.winner(winner),
            Statement::Opening => {
                "Before the first turn of each game, do these steps in order. They are not turns:".into()
            }
            Statement::Match => "A match is a series of games.".into(),
            Statement::MatchSteps => {
                "After each game, do these steps in order to decide the match or to set up the next game:".into()
            }
            Statement::StepsFor(who, voice) => {
                let each: Vec<String> =
                    who.iter().map(|who| self.subject(*who, *voice).0).collect();
                let order = if who.contains(&Subject::Each) { " (first the player who moves first)" } else { "" };
                sentence(&format!("for {}{order}, do these steps", and(&each)), ":")
            }
            Statement::StepsForEach(unit, amount, voice) => {
                let (unit, amount) = (self.count(unit, *voice), self.count(amount, *voice));
                let text =
                    format!("once for every {unit} in {amount} (only whole times), do these steps");
                sentence(&text, ":")
            }
            Statement::StepsIf(cond, voice) => {
                sentence(&format!("if {}, do these steps", self.cond(cond, false, *voice)), ":")
            }
            Statement::SamePosition(parts) => same_position(*parts),
            Statement::Default(default, counted) => default_text(*default, *counted).into(),
            Statement::WithoutEffect => {
                "One more rule of the description has no effect with the options of this page.".into()
            }
        }
    }

    fn start(&self, placed: &[(u16, PlaceSetBits)], everywhere: bool) -> String {
        let each: Vec<String> = placed
            .iter()
            .map(|(n, places)| {
                let seeds = counted((*n).into(), "seed");
                match places.iter().count() {
                    _ if everywhere => format!("{seeds} in every hole"),
                    1 => format!("{seeds} in {}", self.set(*places)),
                    _ => format!("{seeds} in each of {}", self.set(*places)),
                }
            })
            .collect();
        format!("At the start, put {}.", each.join("; "))
    }

    fn case_start(&self, start: &CaseStart<'_>, voice: Voice) -> String {
        match start {
            CaseStart::If(cond) => format!("if {}, ", self.cond(cond, false, voice)),
            CaseStart::Otherwise => "otherwise, ".to_owned(),
            CaseStart::Always => String::new(),
        }
    }

    fn note(&self, note: &NoteDecl, set: &[RulePart], read: &[RulePart]) -> String {
        let whose = if note.of_each_player { " for each player" } else { "" };
        let life = self.life(&note.life);
        let name = format!("\u{201c}{}\u{201d}", note.name);
        let uses = self.uses("It is set", set, read);
        match note.kind {
            NoteKind::Number => format!(
                "Keep count of a number{whose}, {name}. It is 0 at first.{uses} It is kept {life}."
            ),
            NoteKind::Direction => {
                format!("A direction is kept{whose}, {name}.{uses} It is kept {life}.")
            }
            NoteKind::Yes => format!(
                "Keep in mind{whose} if {name} is \u{201c}yes\u{201d} or \u{201c}no\u{201d}. It is \u{201c}no\u{201d} \
                 at first.{uses} It is kept {life}, then it is \u{201c}no\u{201d} again."
            ),
            NoteKind::Place => {
                format!("A hole can be called {name}{whose}.{uses} It is kept {life}.")
            }
        }
    }

    /// Where something is set, and where it matters.
    fn uses(&self, begins: &str, set: &[RulePart], read: &[RulePart]) -> String {
        let parts = |parts: &[RulePart]| -> Vec<String> {
            let named = parts.iter().filter_map(|part| match part {
                RulePart::Word(nth) => Some(self.heading_text(Heading::Word(*nth))),
                RulePart::Section(SectionName::Default | SectionName::Words) => None,
                RulePart::Section(section) => Some(section_text(*section).to_owned()),
            });
            named.map(|name| format!("\u{201c}{name}\u{201d}")).collect()
        };
        match (parts(set), parts(read)) {
            (set, read) if set.is_empty() && read.is_empty() => String::new(),
            (set, read) if read.is_empty() => format!(" {begins} under {}.", and(&set)),
            (set, read) if set.is_empty() => format!(" It matters under {}.", and(&read)),
            (set, read) => {
                format!(" {begins} under {}; it matters under {}.", and(&set), and(&read))
            }
        }
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

    fn stage(&self, stage: &Stage) -> String {
        let whose = if stage.each_player {
            "Each player enters and leaves it alone."
        } else {
            "It is the same stage for all players."
        };
        let voice = Voice::mover(OccasionHole::Over);
        let until = stage.until.as_ref().map_or(String::new(), |cond| {
            format!(
                " It is over when {} (looked at before each turn, for the player about to move).",
                self.cond(cond, false, voice)
            )
        });
        format!("Stage \u{201c}{}\u{201d}: {whose}{until}", stage.name)
    }

    fn turn_moves(&self, moves: &TurnMoves) -> String {
        let voice = Voice::mover(OccasionHole::Over);
        let n = match self.count(&moves.count, voice).as_str() {
            "1" => "one move".to_owned(),
            n => format!("{n} moves"),
        };
        let most = if moves.at_most { "at most " } else { "" };
        let again = moves.again.as_ref().map_or(String::new(), |cond| {
            format!(" After a move, you move again if {}.", self.cond(cond, false, voice))
        });
        format!("The players take turns. A turn is {most}{n}.{again}")
    }

    fn occasion(&self, when: Occasion, also: bool, several: bool) -> String {
        let intro = match when {
            Occasion::Move => "In a move you do".to_owned(),
            Occasion::BeforeSowing => {
                "Before you take up the seeds of a hole to sow them, the first time or later, you do".to_owned()
            }
            Occasion::EachSeed => {
                "Each time a seed falls, the last one included, you do".to_owned()
            }
            Occasion::LastSeed => "When the last seed of a sowing has fallen, you do".to_owned(),
            Occasion::AfterCapture => "Each time seeds have been captured, you at once do".to_owned(),
            Occasion::AfterMove => "When the move is over, you do".to_owned(),
            Occasion::End => {
                "After each move, the player who has moved (\u{201c}you\u{201d}) does".to_owned()
            }
            Occasion::EndOfBoth => {
                "When both have moved, the player who ended first, and then the other one (\u{201c}you\u{201d}, each \
                 in turn), does"
                    .to_owned()
            }
            Occasion::AtAnyTime => {
                "At any time in a move, after each seed and each capture, you do".to_owned()
            }
            Occasion::Word(nth) => {
                let name = self.model.words.get(nth).map_or("", |word| &word.name);
                format!("To do what \u{201c}{name}\u{201d} says, do")
            }
        };
        let intro = if also { format!("In addition, {}", lower(&intro)) } else { intro };
        if several {
            format!("{intro} the first of these that fits, and no other:")
        } else {
            format!("{intro} this:")
        }
    }

    fn law(&self, law: &Law) -> String {
        let voice = Voice::mover(OccasionHole::Taken);
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
                let place = self.places_in(places.as_ref(), *who, voice);
                format!("leaves {them} at least 1 seed in {place} when it is over")
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
            let cond = self.cond(cond, false, voice);
            let before =
                if cond.ends_with("first turn of the game") { "" } else { " before the move" };
            format!("if {cond}{before}, ")
        });
        let must =
            if law.must { "you must make a move that" } else { "you may not make a move that" };
        let can = match (law.must, law.if_any_can) {
            (true, true) => ", if you have such a move. If you have none, any move is allowed",
            (true, false) => ". If you have none, you have no move to make",
            (false, true) => ", if you have another move",
            (false, false) => "",
        };
        sentence(&format!("{when}{must} {what}{can}"), ".")
    }

    fn winner(&self, winner: &Winner) -> String {
        let most = if winner.fewest { "fewest seeds" } else { "most seeds" };
        let worth = if winner.worth { " (by what they are worth)" } else { "" };
        let voice = Voice { actor: Person::They, it: OccasionHole::Over, past: false };
        let place = winner.places.as_ref().map_or_else(
            || self.in_store(voice),
            |places| format!("in {}", self.places(places, voice)),
        );
        format!(
            "If the game has ended and no rule above names a winner or a loser, the player with the {most}{worth} {place} \
             wins. If several have as many, the game is a draw."
        )
    }
}

/// What a player without a move does.
const PASSES: &str =
    "A player who has no move to make passes: the turn is over, and it is the next player's turn.";

/// The heading of a section of the rules.
fn section_text(section: SectionName) -> &'static str {
    match section {
        SectionName::Default | SectionName::Words => "",
        SectionName::Start => "The board and the start",
        SectionName::Opening => "The opening",
        SectionName::Way => "Sowing",
        SectionName::Turn => "The turn",
        SectionName::Move => "The move",
        SectionName::Allowed => "Moves that are not allowed",
        SectionName::BeforeEachLap => "Before each sowing",
        SectionName::EachSeed => "While you sow",
        SectionName::LastSeed => "When the last seed has fallen",
        SectionName::AfterCapture => "After a capture",
        SectionName::AfterMove => "After the move",
        SectionName::End => "The end of the game",
        SectionName::Winner => "The winner",
        SectionName::Match => "The match",
        SectionName::Stage => "Stages",
    }
}

fn end(list: bool) -> &'static str {
    if list { ":" } else { "." }
}

/// The hole that is about to be emptied is named once in a sentence.
fn named_once(text: &str, voice: Voice) -> String {
    match text.split_once(TAKEN) {
        Some((start, rest)) if voice.it == OccasionHole::Taken => {
            format!("{start}{TAKEN}{}", rest.replace(TAKEN, "that hole"))
        }
        _ => text.to_owned(),
    }
}

fn same_position(parts: PositionParts) -> String {
    let mut places = vec!["every hole".to_owned()];
    if parts.stores {
        places.push("every store".into());
    }
    if parts.shared {
        places.push("every other place".into());
    }
    let mut same = vec![format!("{} holds as many seeds", and(&places))];
    if parts.names {
        same.push("all that is named or kept in mind (see above) is the same".into());
    }
    if parts.owners {
        same.push("every hole has the same owner".into());
    }
    if parts.closed {
        same.push("the same holes are closed".into());
    }
    if parts.stage {
        same.push("the game is in the same stage".into());
    }
    if parts.moves {
        same.push("as many moves are left in the turn".into());
    }
    same.push("the same player's turn is next".into());
    format!(
        "A position is the same as an earlier one of this game if {}. A player's turn is next even if they must then pass. \
         The position before the first turn counts, and so does the position after each move. A pass makes no new \
         position.",
        and(&same)
    )
}

fn default_text(default: DefaultClause, counted: bool) -> &'static str {
    match (default, counted) {
        (DefaultClause::Passes, _) => PASSES,
        (DefaultClause::NobodyMoves, true) => {
            "If nobody can move, each player captures the seeds in their own holes, and the game ends."
        }
        (DefaultClause::NobodyMoves, false) => "If nobody can move, the game ends in a draw.",
        (DefaultClause::Endless, _) => {
            "You may not choose a move whose sowing would never end. It never ends if all holes hold the same again, \
             with the same hole to sow next. If that comes up while you play a move, take the move back and choose \
             another one."
        }
        (DefaultClause::OnlyEndless, true) => {
            "If all your moves would sow without end, the game ends at once. Nobody captures the seeds that are left in \
             the holes."
        }
        (DefaultClause::OnlyEndless, false) => {
            "If all your moves would sow without end, the game ends at once in a draw."
        }
        (DefaultClause::Repetition, true) => {
            "If the same position occurs for the third time, the game ends. Each player captures the seeds in their \
             own holes."
        }
        (DefaultClause::Repetition, false) => {
            "If the same position occurs for the third time, the game ends in a draw."
        }
        (DefaultClause::EndMove, _) => {
            "When the last seed has fallen and no rule says what comes next, the move ends."
        }
        (DefaultClause::NoWinner, _) => "A game that ends without a winner is a draw.",
        (DefaultClause::SameStarter, _) => "The same player moves first in the next game.",
        (DefaultClause::SweepForMatch, _) => {
            "Before the next game is set up, seeds left in holes go to the owners of the holes."
        }
        (
            DefaultClause::FirstMoves
            | DefaultClause::Fuel
            | DefaultClause::LongMatch
            | DefaultClause::GameBegins
            | DefaultClause::Work,
            _,
        ) => "",
    }
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
