//! The programs written by hand, each by itself: to watch one while changing it.
//!
//! `cargo bench --bench kernels [NAME]`; how they stand to the engine is told by `ratios`.

#![allow(missing_docs)]

#[path = "kernels/mod.rs"]
mod programs;

use criterion::measurement::WallTime;
use criterion::{BenchmarkGroup, Criterion, Throughput, criterion_group, criterion_main};
use programs::{Leaves, Played, Playout};
use programs::{hoyito, kalah, kalah_tuned, oware, oware_tuned, random_games};
use std::hint::black_box;

type Group<'a> = BenchmarkGroup<'a, WallTime>;

fn leaves(group: &mut Group, name: &str, depth: u32, perft: impl Fn(u32) -> Leaves) {
    group.throughput(Throughput::Elements(perft(depth).count));
    group.bench_function(name, |bench| bench.iter(|| perft(black_box(depth))));
}

fn moves(group: &mut Group, name: &str, games: u32, play: impl Fn(u32) -> Played) {
    group.throughput(Throughput::Elements(play(games).moves));
    group.bench_function(name, |bench| bench.iter(|| play(black_box(games))));
}

fn perft(criterion: &mut Criterion) {
    let group = &mut criterion.benchmark_group("perft");
    leaves(group, "kalah, plain", 7, |depth| kalah::START.perft(depth));
    leaves(group, "kalah, tuned", 7, |depth| kalah_tuned::START.perft(depth));
    leaves(group, "oware, plain", 7, |depth| oware::START.perft(depth));
    leaves(group, "oware, tuned", 7, |depth| oware_tuned::START.perft(depth));
    let hoyito = <hoyito::Game as Playout>::start();
    leaves(group, "hoyito, plain", 6, |depth| hoyito.perft(depth));
}

fn random(criterion: &mut Criterion) {
    let group = &mut criterion.benchmark_group("random games");
    moves(group, "kalah, plain", 1000, random_games::<kalah::Plain, 1>);
    moves(group, "kalah, tuned", 1000, random_games::<kalah_tuned::Tuned, 4>);
    moves(group, "oware, plain", 1000, random_games::<oware::PlainGame, 1>);
    moves(group, "oware, tuned", 1000, random_games::<oware_tuned::TunedGame, 4>);
    moves(group, "hoyito, plain", 1000, random_games::<hoyito::Game, 1>);
}

criterion_group!(benches, perft, random);
criterion_main!(benches);
