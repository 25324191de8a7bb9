//! Positions that return, in many games at once: what is looked at late is found all the same.

use mnc_lockstep::{At, Fixed, GAMES, Op, Pack, Plan, Seed};

/// The games are random walks among so many positions: enough for the third of the same to come soon in
/// some, and long after the others in most.
const POSITIONS: u32 = 60;

/// It matters when one stands for the third time.
const TIMES: usize = 3;

/// A game: the positions that have stood in it, and whether one has stood so often unseen.
#[derive(Clone, Default)]
struct Game {
    stood: Vec<u8>,
    unseen: bool,
}

/// Board games of one hole, in which anything may follow on anything.
struct Walks<'p> {
    pack: Pack<'p, u8>,
    games: Vec<Game>,
    begun: u64,
    seed: Seed,
}

impl Walks<'_> {
    /// The next position of a game.
    fn next(&mut self, game: usize) {
        let Game { stood, .. } = &mut self.games[game];
        let draw = self.seed.draw(self.begun.wrapping_mul(GAMES as u64) + game as u64);
        stood.push(draw.one_of(POSITIONS, stood.len() as u32, 0) as u8);
        self.pack.put(At(0), game, stood[stood.len() - 1]);
    }

    /// Other games begin in those places.
    fn begin(&mut self, places: &[usize]) {
        let plan = self.pack.plan;
        self.begun += 1;
        for game in places {
            self.games[*game] = Game::default();
            self.next(*game);
            self.pack.put(plan.fixed(Fixed::Fresh), *game, u8::MAX);
            self.pack.put(plan.fixed(Fixed::Calm), *game, 1);
            // Those that begin at once stand alike; these do not.
            self.pack.run(&[Op::KeepFresh, Op::Set { to: plan.fixed(Fixed::Fresh), n: 0 }]);
        }
    }

    /// A position more in every game but those that wait. The games that are over: a position was seen to
    /// stand for the third time.
    fn turn(&mut self, waits: impl Fn(usize) -> bool) -> Vec<usize> {
        let plan = self.pack.plan;
        for game in 0..GAMES {
            let ready = !waits(game);
            self.pack.put(plan.fixed(Fixed::Ready), game, if ready { u8::MAX } else { 0 });
            if ready {
                self.next(game);
            }
        }
        self.pack.run(&[Op::LookBack, Op::Keep]);
        let stood = plan.fixed(Fixed::Stood);
        let mut over = Vec::new();
        for (place, game) in self.games.iter_mut().enumerate().filter(|(game, _)| !waits(*game)) {
            let seen = usize::from(self.pack.one(stood, place)) + 1;
            let now = game.stood[game.stood.len() - 1];
            let really = game.stood.iter().filter(|then| **then == now).count();
            assert!(seen <= really, "it has not stood so often");
            if seen >= TIMES {
                over.push(place);
            }
            game.unseen |= really >= TIMES && seen < TIMES;
        }
        over
    }
}

#[test]
fn what_returns_is_found_late_if_not_at_once() {
    let plan = Plan {
        lanes: 1,
        cells: 1 + Fixed::COUNT,
        identity: vec![At(0)],
        soonest_return: Some(1),
        returns: TIMES as u32,
        ..Plan::default()
    };
    let mut walks = Walks {
        pack: Pack::looking_late(&plan),
        games: vec![Game::default(); GAMES],
        begun: 0,
        seed: Seed::of(1),
    };
    walks.begin(&(0..GAMES).collect::<Vec<_>>());
    let (mut at_once, mut late, mut at_end) = (0, 0, 0);
    for turn in 0..6_000 {
        // Every game waits at times, and some are over for another reason.
        let mut over = walks.turn(|game| (turn + game) % 5 == 0);
        at_once += over.len();
        over.extend((0..GAMES).filter(|game| (turn * 7 + game) % 97 == 0));
        let told = walks.pack.take_doubtful();
        late += told.len();
        for game in &told {
            assert!(walks.games[*game].unseen || over.contains(game), "there is no doubt");
        }
        over.retain(|game| !told.contains(game));
        over.sort_unstable();
        over.dedup();
        for game in &over {
            let doubtful = walks.pack.is_doubtful(*game);
            at_end += usize::from(doubtful);
            assert!(doubtful || !walks.games[*game].unseen, "turn {turn}, game {game}");
        }
        over.extend(told);
        walks.begin(&over);
    }
    assert!(at_once > 1000 && late > 1000 && at_end > 1000, "{at_once} {late} {at_end}");
}
