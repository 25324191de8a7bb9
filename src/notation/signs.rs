//! Short signs for marks and players in a drawing of the board.

use crate::model::{MarkId, Model, Seat};
use crate::order::SmallSort;

/// Signs that are not letters, for marks whose letters are all taken.
const EXTRA_SIGNS: &str = "*+'^~!?%&@";

/// A sign for every mark; if a mark has an owner, a sign for each player.
#[derive(Clone, Debug)]
pub struct MarkSigns {
    assigned: Vec<(MarkId, Option<Seat>, char)>,
}

impl MarkSigns {
    /// The signs of a model: a letter of the mark's name, in lower case for the first player or no
    /// owner, in upper case for the second player.
    pub fn of(model: &Model) -> MarkSigns {
        let mut signs = MarkSigns { assigned: Vec::new() };
        for (i, mark) in model.marks.iter().enumerate() {
            let id = MarkId(i as u16);
            if mark.of_each_player {
                for seat in (0..model.seats() as u8).map(Seat) {
                    signs.assign(id, Some(seat), &mark.name);
                }
            } else {
                signs.assign(id, None, &mark.name);
            }
        }
        signs
    }

    fn assign(&mut self, mark: MarkId, owner: Option<Seat>, name: &str) {
        let capital = owner == Some(Seat(1));
        let cased = |c: char| if capital { c.to_ascii_uppercase() } else { c };
        // `x` is the sign of a closed hole.
        let letters = name.chars().filter(|c| c.is_alphabetic() && *c != 'x').map(cased);
        let free = |c: &char| self.assigned.iter().all(|(_, _, given)| given != c);
        let sign = letters.chain(EXTRA_SIGNS.chars()).find(free).unwrap_or('*');
        self.assigned.push((mark, owner, sign));
    }

    /// The sign of a mark with that owner.
    pub fn sign(&self, mark: MarkId, owner: Option<Seat>) -> char {
        let same = |(m, o, _): &&(MarkId, Option<Seat>, char)| *m == mark && *o == owner;
        let found = self.assigned.iter().find(same);
        // A mark declared without an owner may still have been set for a player.
        let found = found.or_else(|| self.assigned.iter().find(|(m, ..)| *m == mark));
        found.map_or('*', |(.., sign)| *sign)
    }

    /// The meaning of a sign: `t tuzdik of South`, if `of` is ` of `.
    pub fn meaning(&self, model: &Model, sign: char, of: &str) -> Option<String> {
        let (mark, owner, _) = self.assigned.iter().find(|(.., given)| *given == sign)?;
        let name = &model.marks.get(mark.index())?.name;
        Some(match owner {
            Some(seat) => format!("{sign} {name}{of}{}", model.player(*seat)),
            None => format!("{sign} {name}"),
        })
    }
}

/// The shortest unique prefixes of the players' names.
pub fn initials(model: &Model) -> Vec<String> {
    let names: Vec<Vec<char>> =
        model.board.seats.iter().map(|s| s.name.chars().collect()).collect();
    let longest = names.iter().map(Vec::len).max().unwrap_or(1);
    let cut = |n: usize| -> Vec<String> {
        names.iter().map(|name| name.iter().take(n).collect()).collect()
    };
    let apart = |n: &usize| {
        let mut cut = cut(*n);
        cut.small_sort();
        cut.windows(2).all(|two| two[0] != two[1])
    };
    cut((1..=longest).find(apart).unwrap_or(longest))
}
