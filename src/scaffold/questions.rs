//! The questions, in their order.

use super::answers::{
    Capture, Ending, ExtraTurn, GrandSlam, Laps, MenuAnswer, SowingDirection, Stores, WinBy, YesNo,
};
use super::parse::{parse_menu, parse_number, rows};
use crate::suggest::nearest;

/// A question.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
#[allow(missing_docs)]
pub enum QuestionId {
    Rows,
    Holes,
    Seeds,
    Stores,
    Direction,
    Laps,
    Capture,
    EmptyCapture,
    ExtraTurn,
    Ending,
    Feed,
    GrandSlam,
    Winner,
    Majority,
}

impl QuestionId {
    /// All questions, in the order in which they are asked.
    pub const ALL: [QuestionId; 14] = [
        QuestionId::Rows,
        QuestionId::Holes,
        QuestionId::Seeds,
        QuestionId::Stores,
        QuestionId::Direction,
        QuestionId::Laps,
        QuestionId::Capture,
        QuestionId::EmptyCapture,
        QuestionId::ExtraTurn,
        QuestionId::Ending,
        QuestionId::Feed,
        QuestionId::GrandSlam,
        QuestionId::Winner,
        QuestionId::Majority,
    ];

    /// Its short name: the prompt, and the name on the command line.
    pub fn name(self) -> &'static str {
        match self {
            QuestionId::Rows => "rows",
            QuestionId::Holes => "holes",
            QuestionId::Seeds => "seeds",
            QuestionId::Stores => "stores",
            QuestionId::Direction => "direction",
            QuestionId::Laps => "laps",
            QuestionId::Capture => "capture",
            QuestionId::EmptyCapture => "empty-capture",
            QuestionId::ExtraTurn => "extra-turn",
            QuestionId::Ending => "end",
            QuestionId::Feed => "must-feed",
            QuestionId::GrandSlam => "grand-slam",
            QuestionId::Winner => "winner",
            QuestionId::Majority => "more-than-half",
        }
    }

    /// The question with a name.
    ///
    /// # Errors
    /// There is none; the nearest name, or all of them.
    pub fn named(name: &str) -> Result<QuestionId, String> {
        let name = name.trim().to_lowercase().replace(['_', ' '], "-");
        let known = QuestionId::ALL.map(QuestionId::name);
        let found = QuestionId::ALL.into_iter().find(|id| id.name() == name);
        found.ok_or_else(|| match nearest(&name, known) {
            Some(near) => format!("there is no question `{name}`; did you mean `{near}`?"),
            None => format!("there is no question `{name}`: they are {}", known.join(", ")),
        })
    }
}

/// The form of an answer.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum AnswerForm {
    /// A number.
    Number {
        /// The least.
        from: u16,
        /// The greatest.
        to: u16,
    },
    /// One of these: the word to type, and its meaning.
    Menu(Vec<(&'static str, &'static str)>),
}

/// A question as it is asked.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct GameQuestion {
    /// Which one.
    pub id: QuestionId,
    /// The question, in full.
    pub text: &'static str,
    /// The explanation.
    pub help: &'static str,
    /// What can be answered.
    pub form: AnswerForm,
    /// The answer to an empty line, as it is typed.
    pub default: String,
}

/// The answers. A question that does not apply has the answer that changes nothing.
#[derive(Clone, PartialEq, Eq, Debug)]
#[allow(missing_docs)]
pub struct GameAnswers {
    pub rows: u16,
    pub holes: u16,
    pub seeds: u16,
    pub stores: Stores,
    pub direction: SowingDirection,
    pub laps: Laps,
    pub capture: Capture,
    pub empty_capture: bool,
    pub extra_turn: ExtraTurn,
    pub ending: Ending,
    pub must_feed: bool,
    pub grand_slam: GrandSlam,
    pub winner: WinBy,
    pub majority: bool,
}

/// The fewest and the most holes of a row.
const HOLES: (u16, u16) = (3, 60);
/// The fewest and the most seeds of a hole at the start.
const SEEDS: (u16, u16) = (1, 99);

impl Default for GameAnswers {
    /// The defaults of all questions.
    fn default() -> GameAnswers {
        let mut answers = GameAnswers {
            rows: 2,
            holes: 6,
            seeds: 4,
            stores: Stores::Kept,
            direction: SowingDirection::Anticlockwise,
            laps: Laps::One,
            capture: Capture::TwoOrThree,
            empty_capture: false,
            extra_turn: ExtraTurn::Never,
            ending: Ending::NoMove,
            must_feed: false,
            grand_slam: GrandSlam::Allowed,
            winner: WinBy::Most,
            majority: false,
        };
        answers.set_defaults_from(QuestionId::Rows);
        answers
    }
}

impl GameAnswers {
    /// The question, if it applies after the answers to the questions before it.
    pub fn question(&self, id: QuestionId) -> Option<GameQuestion> {
        let form = match id {
            QuestionId::Rows => AnswerForm::Number { from: 2, to: 4 },
            QuestionId::Holes => AnswerForm::Number { from: HOLES.0, to: HOLES.1 },
            QuestionId::Seeds => AnswerForm::Number { from: SEEDS.0, to: SEEDS.1 },
            QuestionId::Stores if self.rows == 2 => menu::<Stores>(|_| true),
            QuestionId::Direction => menu::<SowingDirection>(|_| true),
            QuestionId::Laps => menu::<Laps>(|_| true),
            QuestionId::Capture => menu(|capture| self.can_capture(capture)),
            QuestionId::EmptyCapture if self.capture == Capture::Opposite => {
                menu::<YesNo>(|_| true)
            }
            QuestionId::ExtraTurn => menu(|extra| self.can_give_turn(extra)),
            QuestionId::Ending => menu(|end: Ending| self.rows == 2 || end != Ending::EmptySide),
            QuestionId::Feed if self.rows == 2 && self.ending != Ending::EmptySide => {
                menu::<YesNo>(|_| true)
            }
            QuestionId::GrandSlam if self.can_grand_slam() => menu::<GrandSlam>(|_| true),
            QuestionId::Winner if self.ending != Ending::Loses => menu::<WinBy>(|_| true),
            QuestionId::Majority if self.can_win_early() => menu::<YesNo>(|_| true),
            QuestionId::Stores
            | QuestionId::EmptyCapture
            | QuestionId::Feed
            | QuestionId::GrandSlam
            | QuestionId::Winner
            | QuestionId::Majority => return None,
        };
        let mut usual = self.clone();
        usual.set_default(id);
        let default = usual.answered(id);
        Some(GameQuestion { id, text: id.text(), help: id.help(), form, default })
    }

    /// Whether a way of capturing goes with the answers before it.
    fn can_capture(&self, capture: Capture) -> bool {
        match capture {
            Capture::TwoOrThree
            | Capture::Four
            | Capture::Even
            | Capture::Opposite
            | Capture::Gap => self.rows == 2,
            Capture::Inner | Capture::Both => self.rows == 4,
            Capture::Nothing => self.stores == Stores::Sown,
        }
    }

    fn can_give_turn(&self, extra: ExtraTurn) -> bool {
        match extra {
            ExtraTurn::Never => true,
            ExtraTurn::OwnStore => self.stores == Stores::Sown,
            ExtraTurn::AfterCapture => self.capture != Capture::Nothing,
        }
    }

    /// Whether one capture can take all seeds of the opponent, and is undone or forbidden in one phrase.
    fn can_grand_slam(&self) -> bool {
        matches!(self.capture, Capture::TwoOrThree | Capture::Even)
    }

    /// Whether a player can have more than half of the seeds before the end: with four rows the opponent has
    /// no move long before.
    fn can_win_early(&self) -> bool {
        self.rows == 2 && self.ending != Ending::Loses && self.winner == WinBy::Most
    }

    /// The answer to a question, as it is typed.
    pub fn answered(&self, id: QuestionId) -> String {
        let yes = |yes: bool| if yes { YesNo::Yes } else { YesNo::No }.word();
        match id {
            QuestionId::Rows => return self.rows.to_string(),
            QuestionId::Holes => return self.holes.to_string(),
            QuestionId::Seeds => return self.seeds.to_string(),
            QuestionId::Stores => self.stores.word(),
            QuestionId::Direction => self.direction.word(),
            QuestionId::Laps => self.laps.word(),
            QuestionId::Capture => self.capture.word(),
            QuestionId::EmptyCapture => yes(self.empty_capture),
            QuestionId::ExtraTurn => self.extra_turn.word(),
            QuestionId::Ending => self.ending.word(),
            QuestionId::Feed => yes(self.must_feed),
            QuestionId::GrandSlam => self.grand_slam.word(),
            QuestionId::Winner => self.winner.word(),
            QuestionId::Majority => yes(self.majority),
        }
        .into()
    }

    /// GameAnswers a question; the questions after it get their defaults. GameAnswers of a menu can be given by word or
    /// by number.
    ///
    /// # Errors
    /// Why the answer makes no game, or is none; and what would be one.
    pub fn answer(&mut self, id: QuestionId, typed: &str) -> Result<(), String> {
        let Some(question) = self.question(id) else {
            return Err(format!("`{}` is not asked after the answers before it", id.name()));
        };
        let typed = typed.trim().to_lowercase();
        match question.form {
            AnswerForm::Number { from, to } => {
                let number = parse_number(&typed, from, to)?;
                match id {
                    QuestionId::Rows => self.rows = rows(number)?,
                    QuestionId::Holes => self.holes = number,
                    _ => self.seeds = number,
                }
            }
            AnswerForm::Menu(items) => {
                let word = parse_menu(&typed, &items)?;
                self.set_word(id, word);
            }
        }
        if let Some(next) = QuestionId::ALL.into_iter().find(|next| *next > id) {
            self.set_defaults_from(next);
        }
        Ok(())
    }

    fn set_word(&mut self, id: QuestionId, word: &str) {
        let yes = word == YesNo::Yes.word();
        match id {
            QuestionId::Rows | QuestionId::Holes | QuestionId::Seeds => {}
            QuestionId::Stores => choose(&mut self.stores, word),
            QuestionId::Direction => choose(&mut self.direction, word),
            QuestionId::Laps => choose(&mut self.laps, word),
            QuestionId::Capture => choose(&mut self.capture, word),
            QuestionId::EmptyCapture => self.empty_capture = yes,
            QuestionId::ExtraTurn => choose(&mut self.extra_turn, word),
            QuestionId::Ending => choose(&mut self.ending, word),
            QuestionId::Feed => self.must_feed = yes,
            QuestionId::GrandSlam => choose(&mut self.grand_slam, word),
            QuestionId::Winner => choose(&mut self.winner, word),
            QuestionId::Majority => self.majority = yes,
        }
    }

    /// Gives the questions from `first` on their defaults.
    fn set_defaults_from(&mut self, first: QuestionId) {
        QuestionId::ALL.into_iter().filter(|id| *id >= first).for_each(|id| self.set_default(id));
    }

    /// Gives a question its default, which follows from the answers before it.
    fn set_default(&mut self, id: QuestionId) {
        let four = self.rows == 4;
        match id {
            QuestionId::Rows => self.rows = 2,
            QuestionId::Holes => self.holes = if four { 8 } else { 6 },
            QuestionId::Seeds => self.seeds = if four { 2 } else { 4 },
            QuestionId::Stores => self.stores = Stores::Kept,
            QuestionId::Direction => self.direction = SowingDirection::Anticlockwise,
            QuestionId::Laps => self.laps = if four { Laps::LastHole } else { Laps::One },
            QuestionId::Capture => {
                self.capture = match (four, self.stores, self.laps) {
                    (true, ..) => Capture::Both,
                    (_, Stores::Sown, _) => Capture::Opposite,
                    (_, Stores::Kept, Laps::One) => Capture::TwoOrThree,
                    (_, Stores::Kept, Laps::LastHole) => Capture::Four,
                    (_, Stores::Kept, Laps::NextHole) => Capture::Gap,
                }
            }
            QuestionId::EmptyCapture => self.empty_capture = false,
            QuestionId::ExtraTurn => {
                self.extra_turn = match self.stores {
                    Stores::Kept => ExtraTurn::Never,
                    Stores::Sown => ExtraTurn::OwnStore,
                }
            }
            QuestionId::Ending => {
                self.ending = match (four, self.stores) {
                    (true, _) => Ending::Loses,
                    (false, Stores::Kept) => Ending::NoMove,
                    (false, Stores::Sown) => Ending::EmptySide,
                }
            }
            QuestionId::Feed => {
                self.must_feed = self.question_applies(id) && self.capture == Capture::TwoOrThree;
            }
            QuestionId::GrandSlam => {
                self.grand_slam = match self.capture {
                    Capture::TwoOrThree => GrandSlam::TakesNothing,
                    _ => GrandSlam::Allowed,
                }
            }
            QuestionId::Winner => self.winner = WinBy::Most,
            QuestionId::Majority => self.majority = false,
        }
    }

    fn question_applies(&self, id: QuestionId) -> bool {
        match id {
            QuestionId::Feed => self.rows == 2 && self.ending != Ending::EmptySide,
            _ => true,
        }
    }
}

/// The items of a menu that fit.
fn menu<T: MenuAnswer>(fits: impl Fn(T) -> bool) -> AnswerForm {
    let items = T::MENU.iter().filter(|item| fits(item.answer));
    AnswerForm::Menu(items.map(|item| (item.word, item.text)).collect())
}

fn choose<T: MenuAnswer>(answer: &mut T, word: &str) {
    if let Some(item) = T::MENU.iter().find(|item| item.word == word) {
        *answer = item.answer;
    }
}
