//! Earlier positions that are looked at as soon as the last ones are, game by game.

use crate::recent::{Numbers, Recent, THERE, after};
use crate::row::{Cell, GAMES, PART, Row, yes};

/// So many numbers of two bytes are compared at a time.
const GROUP: usize = PART / 2;

/// So many numbers of one game.
#[derive(Clone, Copy, Debug)]
#[repr(align(64))]
struct Group([u16; GROUP]);

impl Group {
    const NONE: Group = Group([0; GROUP]);

    /// Whether a number is among them.
    #[inline(always)]
    fn holds(&self, number: u16) -> bool {
        let mut holds = false;
        for i in 0..GROUP {
            holds |= self.0[i] == number;
        }
        holds
    }
}

/// So many of the last positions, and not many more, are compared side by side: others would not stay in
/// the first cache.
pub(crate) const NEAR: u32 = 32;

/// Once in so many turns, a power of two, what does not belong to the last positions any more is given to
/// the games.
const TURNS: u32 = 16;
const _: () = assert!((NEAR + TURNS) as usize <= THERE);

/// Earlier positions than the last ones.
#[derive(Clone, Debug)]
pub(crate) struct Far {
    /// The numbers of the positions of each game since they can return, the first ones and the others;
    /// what is behind them stands for nothing.
    first: Box<[Group; GAMES]>,
    others: Box<[Vec<Group>]>,
    /// Which games had any when they were given some last.
    games: Vec<u8>,
    /// What has been kept before that time is there.
    until: u32,
}

impl Far {
    pub fn new() -> Far {
        Far {
            first: Box::new([Group::NONE; GAMES]),
            others: vec![Vec::new(); GAMES].into(),
            games: Vec::with_capacity(GAMES),
            until: 0,
        }
    }

    /// The last positions are those since that time.
    #[inline(always)]
    pub fn until(&self) -> u32 {
        self.until
    }

    /// What has long been kept is given to the games, when it is time for that. `since`: since when
    /// positions can return in each.
    #[inline(always)]
    pub fn leave(&mut self, numbers: &Recent, now: u32, since: &[u32; GAMES]) {
        if now.is_multiple_of(TURNS) {
            self.leave_all(numbers, now.wrapping_sub(NEAR), since);
        }
    }

    #[inline(never)]
    fn leave_all(&mut self, numbers: &Recent, until: u32, since: &[u32; GAMES]) {
        self.games.clear();
        for game in 0..GAMES {
            let many = after(until, since[game]);
            if many == 0 {
                continue;
            }
            self.games.push(game as u8);
            let known = after(self.until, since[game]);
            let others = &mut self.others[game];
            others.resize((many as usize).div_ceil(GROUP).max(others.len() + 1) - 1, Group::NONE);
            for nth in known..many {
                let time = since[game].wrapping_add(nth);
                let (group, at) = (nth as usize / GROUP, nth as usize % GROUP);
                let group = match group {
                    0 => &mut self.first[game],
                    _ => &mut others[group - 1],
                };
                group.0[at] = numbers.at(time).0[game];
            }
        }
        self.until = until;
    }

    /// Which positions of a game have that number, counted since they can return.
    pub fn each(&self, game: usize, since: u32, number: u16, mut each: impl FnMut(u32)) {
        let many = after(self.until, since);
        let mut look = |group: &Group, first: u32| {
            if group.holds(number) {
                let same = (first..many).zip(group.0).filter(|(_, there)| *there == number);
                same.for_each(|(nth, _)| each(nth));
            }
        };
        look(&self.first[game], 0);
        let others = (1..many.div_ceil(GROUP as u32)).zip(&self.others[game]);
        others.for_each(|(nth, group)| look(group, nth * GROUP as u32));
    }

    /// The games, of those asked for, that may have been where they are: one of their numbers is the one
    /// looked for.
    #[inline(always)]
    pub fn look<T: Cell>(
        &self,
        asked: &Row<T>,
        number: &Numbers,
        since: &[u32; GAMES],
        maybe: &mut Row<T>,
    ) {
        for game in &self.games {
            let game = usize::from(*game);
            // None, if it could not return meanwhile.
            let many = after(self.until, since[game]) as usize;
            let number = number.0[game];
            let mut there = (many > 0) & self.first[game].holds(number);
            if many > GROUP {
                for group in &self.others[game][..many.div_ceil(GROUP) - 1] {
                    there |= group.holds(number);
                }
            }
            let maybe = &mut maybe.0[game / PART].0[game % PART];
            *maybe = maybe.or(yes::<T>(there).and(asked.at(game)));
        }
    }
}
