//! Repeated positions in many games at once: the deferred check finds every repetition, and nothing
//! else.

use mnc_lockstep::{CellId, CellLayout, GAMES, Op, Pack, Register, SampleSeed};

/// The games are random walks among so many positions: the third occurrence of one comes soon in some
/// games, and long after the others in most.
const POSITIONS: u32 = 60;

/// The number of occurrences that counts as a repetition.
const TIMES: usize = 3;

/// A game: its positions since the last irreversible move, the number of irreversible moves, and the number
/// of positions at the first repetition.
#[derive(Clone, Default)]
struct Game {
    stood: Vec<u8>,
    cut: u8,
    returned: Option<usize>,
    made: u32,
}

impl Game {
    /// Whether the position has just been repeated so often.
    fn returns_now(&self) -> bool {
        self.returned == Some(self.stood.len())
    }
}

/// Games of one hole and a store, in which any position can follow any other, and the store fills.
struct Walks<'p> {
    pack: Pack<'p, u8>,
    games: Vec<Game>,
    begun: u64,
    seed: SampleSeed,
}

impl Walks<'_> {
    /// The next position of a game.
    fn next(&mut self, game: usize) {
        let Game { stood, cut, returned, made } = &mut self.games[game];
        let draw = self.seed.game(self.begun.wrapping_mul(GAMES as u64) + game as u64);
        let now = draw.one_of(POSITIONS, *made, 0) as u8;
        *made += 1;
        stood.push(now);
        let often = stood.iter().filter(|then| **then == now).count() >= TIMES;
        *returned = returned.or(often.then_some(stood.len()));
        self.pack.put(CellId(0), game, now);
        self.pack.put(CellId(1), game, *cut);
    }

    /// Starts new games in some places of the pack.
    fn begin(&mut self, places: &[usize]) {
        let plan = self.pack.plan;
        self.begun += 1;
        for game in places {
            self.games[*game] = Game::default();
            self.next(*game);
            self.pack.put(plan.register(Register::Starting), *game, u8::MAX);
            self.pack.put(plan.register(Register::ReversiblePositions), *game, 1);
            // Games that begin together have equal positions; these do not.
            self.pack
                .run(&[Op::PushStarting, Op::Set { to: plan.register(Register::Starting), n: 0 }]);
        }
    }

    /// Adds a position in every game except those that wait. In some of the others the move is
    /// irreversible.
    fn turn(&mut self, waits: impl Fn(usize) -> bool, cuts: impl Fn(usize) -> bool) {
        let plan = self.pack.plan;
        for game in 0..GAMES {
            let ready = !waits(game);
            let cut = ready && cuts(game);
            self.pack.put(plan.register(Register::Ready), game, if ready { u8::MAX } else { 0 });
            self.pack.put(plan.register(Register::StoredSeeds), game, u8::from(cut));
            if cut {
                self.games[game].cut += 1;
                self.games[game].stood.clear();
            }
            if ready {
                self.next(game);
            }
        }
        self.pack.run(&[Op::CountOccurrences, Op::PushPosition]);
        assert!(!self.pack.any(Register::Occurrences), "the repetition is not detected here");
    }
}

#[test]
fn what_returns_is_found_late_if_not_at_once() {
    let plan = CellLayout {
        lanes: 2,
        cells: 2 + Register::COUNT,
        identity: vec![CellId(0), CellId(1)],
        irreversible: true,
        fewest_moves_to_repeat: Some(1),
        repetition_limit: TIMES as u32,
        ..CellLayout::default()
    };
    let mut walks = Walks {
        pack: Pack::with_deferred_repetition(&plan),
        games: vec![Game::default(); GAMES],
        begun: 0,
        seed: SampleSeed::from_seed(1),
    };
    walks.begin(&(0..GAMES).collect::<Vec<_>>());
    let (mut at_once, mut late, mut at_end) = (0, 0, 0);
    for turn in 0..6_000 {
        // Every game waits at times, and some end for another reason.
        walks.turn(|game| (turn + game) % 5 == 0, |game| (turn * 3 + game * 5) % 89 == 0);
        let told = walks.pack.take_suspects();
        for game in &told {
            let game = &walks.games[*game];
            assert!(game.returned.is_some(), "there is no doubt");
            *(if game.returns_now() { &mut at_once } else { &mut late }) += 1;
        }
        let mut over: Vec<usize> =
            (0..GAMES).filter(|game| (turn * 7 + game) % 97 == 0 && !told.contains(game)).collect();
        for game in &over {
            let doubtful = walks.pack.is_suspect(*game);
            at_end += usize::from(doubtful);
            assert_eq!(doubtful, walks.games[*game].returned.is_some(), "turn {turn}, game {game}");
        }
        over.extend(told);
        walks.begin(&over);
    }
    assert!(at_once > 1000 && late > 1000 && at_end > 1000, "{at_once} {late} {at_end}");
}
