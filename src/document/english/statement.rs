//! Statements in English: headings, and whole sentences.

use super::English;
use super::action::sentence;
use super::number::{and, counted, ordinal};
use super::place::TAKEN;
use super::sentence::{PASSES, default_text, same_position};
use crate::document::plan::{Aim, CaseStart, DocStatement, Heading, OccasionHole, Voice};
use crate::model::{PlaceSetBits, SectionName, Subject};

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

    pub(super) fn statement(&self, statement: &DocStatement<'_>) -> String {
        match statement {
            DocStatement::Players(names) => match names.as_slice() {
                [one] => format!("This is a game for one player, {one}."),
                names => {
                    let all: Vec<String> = names.iter().map(|name| (*name).to_owned()).collect();
                    format!("{} players play this game: {}.", number_word(names.len()), and(&all))
                }
            },
            DocStatement::BoardSize(rows, columns) => {
                let rows = counted((*rows).into(), "row");
                format!("The board has {rows} of {}.", counted((*columns).into(), "hole"))
            }
            DocStatement::TwoSides(near, far) => format!(
                "{near} sits below the board in the picture and {far} above it, so what is left for one is right \
                 for the other."
            ),
            DocStatement::OneSide => {
                "All players look at the board from below in the picture.".into()
            }
            DocStatement::Squares => {
                "A letter names a column, from the left in the picture. A number names a row, from the bottom."
                    .into()
            }
            DocStatement::RowNames(rows) => {
                let rows = rows.iter().map(|(nth, name)| match nth {
                    1 => format!("the row nearest to its owner is called the {name} row"),
                    nth => {
                        format!("the {} row from the owner is the {name} row", ordinal((*nth).into()))
                    }
                });
                let rows: Vec<String> = rows.collect();
                format!("{} The holes of a row are named like it.", sentence(&and(&rows), "."))
            }
            DocStatement::Owns(seat, holes) => {
                format!("{} owns {}.", self.seat(*seat), self.set(*holes))
            }
            DocStatement::NobodyOwns => "Nobody owns the holes.".into(),
            DocStatement::Opposite => {
                "The holes opposite a hole are those in its column on the other side of the board.".into()
            }
            DocStatement::Stores(_, true) => {
                "Each player has a store for the seeds they capture.".into()
            }
            DocStatement::Stores(owners, false) => {
                let names: Vec<String> = owners.iter().map(|seat| self.seat(*seat)).collect();
                let has = if names.len() == 1 { "has" } else { "have" };
                format!("{} {has} a store for the seeds they capture.", and(&names))
            }
            DocStatement::HiddenStores => "Only its owner may look into a store.".into(),
            DocStatement::NoStores => {
                "Each player keeps the seeds they capture, off the board. In what follows this is their store."
                    .into()
            }
            DocStatement::SharedPlaces(names) => {
                let names: Vec<String> =
                    names.iter().map(|name| format!("\u{201c}{name}\u{201d}")).collect();
                let places = match names.len() {
                    1 => "a place".into(),
                    several => format!("{} places", number_word(several).to_lowercase()),
                };
                format!("The board also has {places} called {}, which nobody owns.", and(&names))
            }
            DocStatement::Kind(name, worth) => format!(
                "Some seeds are of a kind called \u{201c}{name}\u{201d}; each is worth {worth}. Other seeds are worth \
                 1."
            ),
            DocStatement::Capturing => {
                "To capture seeds is to take them and to put them into your own store.".into()
            }
            DocStatement::InPlay(places) => {
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
            DocStatement::Hands => {
                "A player's hand is for seeds that are theirs but lie neither in a hole nor in a store.".into()
            }
            DocStatement::Start(placed, everywhere) => self.start(placed, *everywhere),
            DocStatement::StartOfKind(place, kind, n) => format!(
                "{} in {} {} of the kind \u{201c}{}\u{201d}.",
                counted((*n).into(), "seed"),
                self.place_name(*place),
                if *n == 1 { "is" } else { "are" },
                self.model.seed(Some(*kind))
            ),
            DocStatement::StartEmpty => "All places are empty at the start.".into(),
            DocStatement::FirstMove(seat) => format!("{} makes the first move.", self.seat(*seat)),
            DocStatement::Mark(mark, players, set, read) => {
                let who = if *players { "A hole or a player" } else { "A hole" };
                let whose = if mark.of_each_player { " for one of the players" } else { "" };
                let life = self.life(&mark.life);
                let name = &mark.name;
                format!(
                    "{who} can count as \u{201c}{name}\u{201d}{whose}.{} This lasts {life}.",
                    self.uses("This begins", set, read)
                )
            }
            DocStatement::Note(note, set, read) => self.note(note, set, read),
            DocStatement::Stages(names) => {
                let names: Vec<String> =
                    names.iter().map(|name| format!("\u{201c}{name}\u{201d}")).collect();
                let n = names.len();
                format!("The game has {n} stages, one after the other: {}.", and(&names))
            }
            DocStatement::Stage(stage) => self.stage(stage),
            DocStatement::AsBefore => "This is as in an earlier stage.".into(),
            DocStatement::Turns => "The players take turns. A turn is one move.".into(),
            DocStatement::TurnMoves(moves) => self.turn_moves(moves),
            DocStatement::AtOnce(first, second) => {
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
            DocStatement::FirstToEnd(first) => format!(
                "The player whose move ends first moves next. With every round of seeds, {}'s falls first.",
                self.seat(*first)
            ),
            DocStatement::NoMove { loses: true } => "A player who has no move to make loses the game.".into(),
            DocStatement::NoMove { loses: false } => PASSES.into(),
            DocStatement::Occasion { when, also, several } => self.occasion(*when, *also, *several),
            DocStatement::MoveEnds => "Unless a line makes you sow on, the move ends then.".into(),
            DocStatement::MoreLines => "After that, look at these lines as well.".into(),
            DocStatement::FirstThatFits => "Do the first of these that fits:".into(),
            DocStatement::Case { start, actions, voice, list } => {
                let text = format!("{}{}", self.case_start(start, *voice), self.actions(actions, *voice));
                sentence(&named_once(&text, *voice), end(*list))
            }
            DocStatement::CaseSteps(start, voice) => {
                let start = self.case_start(start, *voice);
                sentence(&format!("{start}do these steps in order"), ":")
            }
            DocStatement::Act(action, voice, list) => {
                sentence(&self.action_text(action, *voice), end(*list))
            }
            DocStatement::SowClass(nth, class, who, voice) => {
                sentence(&self.sow_class(*nth, class, *who, *voice), ".")
            }
            DocStatement::Sowing => {
                "To sow is to take the seeds of a place in your hand and drop them one by one, one seed in each place \
                 of the path, from the place just after it. A sowing that goes all the way round also drops a seed in \
                 the place where it began, unless a rule says otherwise."
                    .into()
            }
            DocStatement::Paths => "Of the paths below, take the first one that fits.".into(),
            DocStatement::Way(line, paths) => self.way_line(line, *paths),
            DocStatement::Path(seat, places) => self.path(*seat, places),
            DocStatement::Closed(false) => "A closed hole is out of the game: the sowing skips it.".into(),
            DocStatement::Closed(true) => {
                "In later games of a match holes can be closed. A closed hole is out of the game: the sowing skips it."
                    .into()
            }
            DocStatement::Law(law) => self.law(law),
            DocStatement::Winner(winner) => self.winner(winner),
            DocStatement::Opening => {
                "Before the first turn of each game, do these steps in order. They are not turns. \u{201c}You\u{201d} \
                 are the player who moves first:"
                    .into()
            }
            DocStatement::Match => "A match is a series of games.".into(),
            DocStatement::MatchSteps => {
                "After each game, do these steps in order to decide the match or to set up the next game. \
                 \u{201c}You\u{201d} are the player who moved first:"
                    .into()
            }
            DocStatement::StepsFor(who, voice) => {
                let each: Vec<String> =
                    who.iter().map(|who| self.subject(*who, *voice).0).collect();
                let order = if who.contains(&Subject::Each) { " (first the player who moves first)" } else { "" };
                sentence(&format!("for {}{order}, do these steps", and(&each)), ":")
            }
            DocStatement::StepsForEach(unit, amount, voice) => {
                let (unit, amount) = (self.count(unit, *voice), self.count(amount, *voice));
                let text =
                    format!("once for every {unit} in {amount} (only whole times), do these steps");
                sentence(&text, ":")
            }
            DocStatement::StepsIf(cond, voice) => {
                sentence(&format!("if {}, do these steps", self.cond(cond, false, *voice)), ":")
            }
            DocStatement::SamePosition(parts) => same_position(*parts),
            DocStatement::Default(default, counted) => default_text(*default, *counted).into(),
            DocStatement::WithoutEffect => {
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
}

/// The heading of a section of the rules.
pub(super) fn section_text(section: SectionName) -> &'static str {
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
