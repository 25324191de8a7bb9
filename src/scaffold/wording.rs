//! The wording of the questions and their explanations.

use super::questions::QuestionId;

impl QuestionId {
    /// The question, in full.
    pub(super) fn text(self) -> &'static str {
        match self {
            QuestionId::Rows => "How many rows does the board have?",
            QuestionId::Holes => "How many holes does a row have?",
            QuestionId::Seeds => "How many seeds are in each hole at the start?",
            QuestionId::Stores => "Each player has a store. Is it sown?",
            QuestionId::Direction => "In which direction are seeds sown?",
            QuestionId::Laps => "What happens after the last seed?",
            QuestionId::Capture => "What captures seeds?",
            QuestionId::EmptyCapture => "Is the last seed captured if nothing is opposite?",
            QuestionId::ExtraTurn => "What gives an extra turn?",
            QuestionId::Ending => "When does the game end?",
            QuestionId::Feed => "Must a player give seeds to an opponent who has none?",
            QuestionId::GrandSlam => {
                "What about a move that would capture all seeds of the opponent (a grand slam)?"
            }
            QuestionId::Winner => "Who wins?",
            QuestionId::Majority => "Does a player win at once with more than half of the seeds?",
        }
    }

    /// The explanation.
    pub(super) fn help(self) -> &'static str {
        match self {
            QuestionId::Rows => {
                "With 2 rows, each player owns the row nearest to them, and seeds are sown round the whole \
                 board. With 4 rows, each player owns two rows, and sows round these only."
            }
            QuestionId::Holes => "A row of six is usual with two rows, a row of eight with four.",
            QuestionId::Seeds => "Four is usual with two rows, two with four.",
            QuestionId::Stores => {
                "A store is a large hole at the end of the board. In Kalah a seed falls in the own store when \
                 a sowing passes it; in Oware the stores only keep what was captured."
            }
            QuestionId::Direction => "Directions are as seen from above.",
            QuestionId::Laps => {
                "A lap is one sowing. In a relay (multi-lap sowing) the move goes on with another lap, until \
                 the last seed falls where no seeds are taken up."
            }
            QuestionId::Capture => {
                "Captured seeds go to the store of the player who captures them. You can change the numbers, \
                 and add other ways of capturing, in the file."
            }
            QuestionId::EmptyCapture => {
                "If the last seed falls in an own empty hole and the opposite hole is empty too, the single \
                 seed can be captured, or stay."
            }
            QuestionId::ExtraTurn => {
                "After an extra turn comes the turn of the opponent, as usual."
            }
            QuestionId::Ending => {
                "A player has no move if all their holes are empty, or if the rules forbid every move."
            }
            QuestionId::Feed => {
                "If the opponent has no seeds in their own holes, a move must then give them some, if there is \
                 such a move."
            }
            QuestionId::GrandSlam => {
                "After a grand slam the opponent has no seeds to play with, so many games forbid it or let it \
                 capture nothing."
            }
            QuestionId::Winner => "The seeds in a player's store count.",
            QuestionId::Majority => {
                "The other player cannot win any more then, so the rest need not be played."
            }
        }
    }
}
