//! The hand-written kernels have the same rules as the descriptions: they reach the same positions as
//! the engine. `benches/kernels` describes their purpose.

#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic, missing_docs)]

#[path = "../benches/kernels/mod.rs"]
mod kernels;

use kernels::random::Random;
use kernels::reference::Reference;
use kernels::{Board, Leaves, Played, Playout, Program, hoyito, random_games};
use kernels::{kalah, kalah_tuned, oware, oware_tuned};
use mnc::engine::Position;

/// Normalises the mover, which has no meaning when the game is over.
fn normalized(board: Board) -> Board {
    Board { north: board.north && !board.over, ..board }
}

fn winner([south, north]: [u8; 2]) -> Option<u8> {
    (south != north).then_some(u8::from(north > south))
}

/// The board, the choices and the result are the same.
fn same<P: Program>(reference: &Reference, position: &Position, program: &P, way: &[usize]) {
    let (theirs, ours) = (reference.board(position), program.board());
    assert_eq!(normalized(ours), normalized(theirs), "after {way:?}");
    assert_eq!(program.choices(), reference.choices(position), "after {way:?}");
    if let Some(result) = position.result() {
        assert_eq!(
            winner(ours.stores),
            result.verdict.winner().map(|seat| seat.0),
            "after {way:?}"
        );
    }
}

/// All positions to a depth.
fn walk<P: Program, Q: Program>(
    reference: &Reference,
    (position, one, other): (&Position, P, Q),
    depth: u32,
    way: &mut Vec<usize>,
) {
    same(reference, position, &one, way);
    same(reference, position, &other, way);
    if depth == 0 {
        return;
    }
    for hole in reference.choices(position) {
        way.push(hole);
        let next = reference.play(position, hole);
        walk(reference, (&next, one.play(hole), other.play(hole)), depth - 1, way);
        way.pop();
    }
}

/// The positions of random games, to their ends.
fn follow<P: Program, Q: Program>(reference: &Reference, games: u32) {
    for number in 0..games {
        let mut random = Random::of_game(number);
        let (mut position, mut one, mut other) = (reference.start.clone(), P::start(), Q::start());
        let mut way = Vec::new();
        loop {
            same(reference, &position, &one, &way);
            same(reference, &position, &other, &way);
            let choices = reference.choices(&position);
            if choices.is_empty() {
                break;
            }
            let hole = choices[random.below(choices.len() as u32) as usize];
            way.push(hole);
            position = reference.play(&position, hole);
            (one, other) = (one.play(hole), other.play(hole));
        }
    }
}

fn agree<P: Program, Q: Program>(game: &str, depth: u32, games: u32) {
    let reference = Reference::of(game);
    walk(&reference, (&reference.start, P::start(), Q::start()), depth, &mut Vec::new());
    follow::<P, Q>(&reference, games);
}

#[test]
fn kalah_goes_the_same_ways() {
    agree::<kalah::Plain, kalah_tuned::Tuned>("kalah", 6, 200);
}

#[test]
fn oware_goes_the_same_ways() {
    agree::<oware::PlainGame, oware_tuned::TunedGame>("oware", 5, 200);
}

#[test]
fn hoyito_goes_the_same_ways() {
    agree::<hoyito::Game, hoyito::Game>("hoyito", 5, 200);
}

#[test]
fn random_games_are_the_same_games() {
    let kalah = Reference::of("kalah").random_games(50);
    assert_eq!(random_games::<kalah::Plain, 1>(50), kalah);
    assert_eq!(random_games::<kalah_tuned::Tuned, 4>(50), kalah);
    let oware = Reference::of("oware").random_games(50);
    assert_eq!(random_games::<oware::PlainGame, 1>(50), oware);
    assert_eq!(random_games::<oware_tuned::TunedGame, 4>(50), oware);
    let hoyito = Reference::of("hoyito").random_games(50);
    assert_eq!(random_games::<hoyito::Game, 1>(50), hoyito);
    assert_eq!(hoyito.games, 50);
}

/// Many more games than the engine can play in a test, and very few.
#[test]
fn plain_and_tuned_play_the_same_games() {
    for games in [0, 1, 3, 4, 5, 5000] {
        let plain: Played = random_games::<kalah::Plain, 1>(games);
        assert_eq!(random_games::<kalah_tuned::Tuned, 4>(games), plain);
        let plain = random_games::<oware::PlainGame, 1>(games);
        assert_eq!(random_games::<oware_tuned::TunedGame, 4>(games), plain);
    }
}

/// Deeper than `data/perft.json`: counted by other, older programs.
const KALAH_FROM_10: [u64; 3] = [13_519_607, 65_870_758, 318_739_550];
const OWARE_FROM_10: [u64; 1] = [18_137_964];

/// The leaves at depth 1, 2, ... as other programs count them.
fn counted_elsewhere(game: &str) -> Vec<u64> {
    let data: serde_json::Value = serde_json::from_str(include_str!("data/perft.json")).unwrap();
    let deeper = if game == "kalah" { &KALAH_FROM_10[..] } else { &OWARE_FROM_10 };
    let counts: Vec<u64> = serde_json::from_value(data[game].clone()).unwrap();
    counts.into_iter().chain(deeper.iter().copied()).collect()
}

fn counts_the_same(game: &str, depth: usize, plain: fn(u32) -> Leaves, tuned: fn(u32) -> Leaves) {
    for (depth, count) in (1..=depth as u32).zip(counted_elsewhere(game)) {
        let leaves = plain(depth);
        assert_eq!((leaves.count, leaves), (count, tuned(depth)), "{game}, depth {depth}");
    }
}

fn perft_of_kalah(depth: usize) {
    counts_the_same("kalah", depth, |d| kalah::START.perft(d), |d| kalah_tuned::START.perft(d));
}

fn perft_of_oware(depth: usize) {
    counts_the_same("oware", depth, |d| oware::START.perft(d), |d| oware_tuned::START.perft(d));
}

#[test]
fn perft_counts_what_other_programs_count() {
    perft_of_kalah(8);
    perft_of_oware(8);
}

#[test]
#[ignore = "half a minute in a release build"]
fn perft_counts_deeply() {
    perft_of_kalah(12);
    perft_of_oware(10);
}

#[test]
fn perft_of_hoyito_counts_what_the_engine_counts() {
    let reference = Reference::of("hoyito");
    for depth in 0..=5 {
        let expected = reference.perft(&reference.start, depth);
        assert_eq!(<hoyito::Game as Playout>::start().perft(depth), expected, "depth {depth}");
    }
}
