//! What can be answered: a type for each question with a menu.

/// An answer of a menu.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct MenuItem<T> {
    /// The answer.
    pub answer: T,
    /// The word to type.
    pub word: &'static str,
    /// What it means, in plain words.
    pub text: &'static str,
}

/// A question with a menu of answers.
pub trait MenuAnswer: Copy + PartialEq + 'static {
    /// All answers, in the order of the menu.
    const MENU: &'static [MenuItem<Self>];

    /// The word of this answer.
    fn word(self) -> &'static str {
        Self::MENU.iter().find(|item| item.answer == self).map_or("", |item| item.word)
    }
}

/// Declares an answer type with its menu.
macro_rules! menu {
    ($(#[$about:meta])* $name:ident { $($(#[$doc:meta])* $variant:ident = $word:literal, $text:literal;)+ }) => {
        $(#[$about])*
        #[derive(Clone, Copy, PartialEq, Eq, Debug)]
        pub enum $name {
            $($(#[$doc])* $variant,)+
        }

        impl MenuAnswer for $name {
            const MENU: &'static [MenuItem<Self>] = &[
                $(MenuItem { answer: $name::$variant, word: $word, text: $text },)+
            ];
        }
    };
}

menu! {
    /// Whether seeds are sown in the stores.
    Stores {
        /// Only captured seeds go there.
        Kept = "kept", "no: a store holds only what its owner captures";
        /// The own store is on the way.
        Sown = "sown", "yes: a seed falls in the own store when a sowing passes it";
    }
}

menu! {
    /// The direction of a sowing.
    SowingDirection {
        /// As seen from above.
        Anticlockwise = "anticlockwise", "to the right in the own row, then back through the other";
        /// As seen from above.
        Clockwise = "clockwise", "to the left in the own row, then back through the other";
        /// Chosen at each move.
        Chosen = "chosen", "the player chooses at each move";
    }
}

menu! {
    /// What follows the last seed of a sowing.
    Laps {
        /// The move ends.
        One = "one", "one lap: the move ends with the last seed";
        /// The hole of the last seed is sown.
        LastHole = "last-hole", "a relay: if the last seed falls in an occupied hole, the seeds of that hole are sown next";
        /// The hole after it is sown.
        NextHole = "next-hole", "a relay: the seeds of the hole after the last seed are sown next, if there are any";
    }
}

menu! {
    /// What captures seeds.
    Capture {
        /// Two or three in an opponent's hole, and those before it.
        TwoOrThree = "two-or-three", "the last seed makes two or three in an opponent's hole: these are captured, and those before it that also hold two or three";
        /// Four in any hole.
        Four = "four", "any seed makes four in a hole: these are captured";
        /// An even number in an opponent's hole.
        Even = "even", "the last seed makes an even number in an opponent's hole: these are captured";
        /// The opposite hole, from an own empty hole.
        Opposite = "opposite", "the last seed falls in an own empty hole: it is captured, with what is opposite";
        /// The hole behind an empty one.
        Gap = "gap", "after the last seed comes an empty hole, and then an occupied one: that one is captured";
        /// The inner hole opposite an own inner hole.
        Inner = "inner", "the last seed falls in an own occupied inner hole: what is in the inner hole opposite is captured";
        /// Both holes opposite an own inner hole.
        Both = "both", "the last seed falls in an own occupied inner hole, and the inner hole opposite is occupied: both holes opposite are captured";
        /// Nothing.
        Nothing = "nothing", "nothing: seeds come into the stores only by sowing";
    }
}

menu! {
    /// What gives an extra turn.
    ExtraTurn {
        /// Nothing.
        Never = "never", "nothing: the players take turns";
        /// The last seed in the own store.
        OwnStore = "own-store", "the last seed of the move falls in the own store";
        /// A capture.
        AfterCapture = "capture", "a move that captures";
    }
}

menu! {
    /// When the game ends.
    Ending {
        /// The player to move has no move; each keeps what is in their holes.
        NoMove = "no-move", "when the next player has no move: each player takes the seeds in their own holes";
        /// A player has no seeds in their holes.
        EmptySide = "empty-side", "when a player has no seeds in their own holes: the other takes the seeds that are left";
        /// The player to move has no move, and loses.
        Loses = "loses", "when the next player has no move: that player loses";
    }
}

menu! {
    /// Who wins.
    WinBy {
        /// The player with more seeds.
        Most = "most", "the player with the most seeds";
        /// The player with fewer seeds.
        Fewest = "fewest", "the player with the fewest seeds";
    }
}

menu! {
    /// A move that captures all seeds of the opponent.
    GrandSlam {
        /// It is like any other.
        Allowed = "allowed", "it is a capture like any other";
        /// It captures nothing.
        TakesNothing = "takes-nothing", "it may be played, but captures nothing";
        /// It may not be played.
        Forbidden = "forbidden", "it may not be played";
    }
}

menu! {
    /// Yes or no.
    YesNo {
        /// Yes.
        Yes = "yes", "yes";
        /// No.
        No = "no", "no";
    }
}
