//! `mnc compare GAME --readings`: how much the variations and the assumptions of a game matter.

use super::{CompareFormat, on_deep_stack};
use crate::cli::game::PlayableGame;
use crate::cli::{Exit, Output};
use mnc::compare::{Reading, ReadingEffect, ReadingKind, Sampling, Summary, readings};
use mnc::diagnostic::visible::escape;
use mnc::runner::Totals;
use mnc::stop::StopFlag;
use serde::Serialize;
use std::io::{self, Write};

/// Plays the games, and writes what they show.
pub fn write_readings(
    game: &PlayableGame,
    sampling: Sampling,
    format: CompareFormat,
    stop: &StopFlag,
    out: &mut Output,
) -> io::Result<Exit> {
    let (description, setting) = (game.description.clone(), game.setting.clone());
    let stopped = stop.clone();
    let work = move || readings(&description, &setting, sampling, &stopped);
    let Some(found) = on_deep_stack(work) else { return Ok(Exit::CouldNotRun) };
    match format {
        CompareFormat::Plain => write_plain(game, &found, out)?,
        CompareFormat::Json => write_json(game, &found, sampling.seed, out)?,
    }
    Ok(if stop.is_set() { Exit::Stopped } else { Exit::Clean })
}

/// A figure of random games with and without a reading.
struct Figure {
    name: String,
    with: Summary,
    without: Summary,
    /// It is shown in per cent.
    is_share: bool,
}

/// The length of games, draws, wins by player, and games that were given up.
fn figures(game: &PlayableGame, effect: &ReadingEffect) -> Vec<Figure> {
    let ReadingEffect { with, without, .. } = effect;
    let mut figures = vec![Figure {
        name: "choices a game".into(),
        with: Summary::length(with),
        without: Summary::length(without),
        is_share: false,
    }];
    let share = |totals: &Totals, many: u64| Summary::share(many, totals.games());
    figures.push(Figure {
        name: "drawn".into(),
        with: share(with, with.draws),
        without: share(without, without.draws),
        is_share: true,
    });
    for (seat, info) in game.engine.model().board.seats.iter().enumerate() {
        let wins = |totals: &Totals| share(totals, totals.wins.get(seat).copied().unwrap_or(0));
        figures.push(Figure {
            name: format!("{} wins", info.name),
            with: wins(with),
            without: wins(without),
            is_share: true,
        });
    }
    if with.unfinished + without.unfinished > 0 {
        figures.push(Figure {
            name: "left unfinished".into(),
            with: share(with, with.unfinished),
            without: share(without, without.unfinished),
            is_share: true,
        });
    }
    figures
}

fn write_plain(game: &PlayableGame, found: &[Reading], out: &mut Output) -> io::Result<()> {
    writeln!(out, "{}", escape(&game.title()))?;
    if found.is_empty() {
        writeln!(out, "it has no variations, and no statement is marked `assumed`")?;
        return Ok(());
    }
    writeln!(
        out,
        "Figures of random games, with 95 % intervals; `*` marks those whose intervals do not overlap."
    )?;
    for reading in found {
        let (title, matters, heads) = match &reading.kind {
            ReadingKind::Variation(name) => (
                format!("variation \"{name}\""),
                "its games part from those without it in",
                ["with it", "without it"],
            ),
            ReadingKind::Assumed { span, text, why } => (
                format!("line {}, {text}\n  assumed \"{why}\"", game.line(*span)),
                "it is used in, or forbids a choice in",
                ["games in which it matters", "other games"],
            ),
        };
        let title: Vec<_> = title.split('\n').map(escape).collect();
        writeln!(out, "\n{}", title.join("\n"))?;
        let Some(effect) = &reading.effect else {
            writeln!(out, "  it makes no game together with this setting")?;
            continue;
        };
        let ReadingEffect { matters: many, of, with, without } = effect;
        let share = Summary::share(*many, *of);
        writeln!(out, "  {matters} {many} of {of} games, {}", percent(&share))?;
        if with.games() == 0 || without.games() == 0 {
            continue;
        }
        let [with, without] = heads;
        writeln!(out, "    {:<18} {with:<26} {without}", "")?;
        for Figure { name, with, without, is_share } in figures(game, effect) {
            let text = if is_share { percent } else { number };
            let sign = if with.is_apart_from(&without) { "*" } else { " " };
            let name = escape(&name);
            writeln!(out, "  {sign} {name:<18} {:<26} {}", text(&with), text(&without))?;
        }
    }
    Ok(())
}

impl PlayableGame {
    /// The line of a place in the description.
    fn line(&self, span: mnc::span::Span) -> usize {
        self.description.sources.line_column(span).line
    }
}

fn percent(summary: &Summary) -> String {
    let [value, from, to] = [summary.value, summary.from, summary.to].map(|n| n * 100.0);
    format!("{value:.1} % ({from:.1} to {to:.1})")
}

fn number(summary: &Summary) -> String {
    format!("{:.1} ({:.1} to {:.1})", summary.value, summary.from, summary.to)
}

/// The whole answer. The field names are part of the interface.
#[derive(Serialize)]
struct ReadingsJson<'a> {
    game: &'a str,
    name: &'a str,
    setting: &'a mnc::resolve::Setting,
    seed: u64,
    readings: Vec<ReadingJson<'a>>,
}

#[derive(Serialize)]
struct ReadingJson<'a> {
    /// `variation` or `assumed`.
    kind: &'static str,
    /// The name of the variation, or the text of the statement.
    text: &'a str,
    #[serde(skip_serializing_if = "Option::is_none")]
    line: Option<usize>,
    #[serde(skip_serializing_if = "Option::is_none")]
    why: Option<&'a str>,
    /// `None`: it makes no game with this setting.
    effect: Option<EffectJson>,
}

#[derive(Serialize)]
struct EffectJson {
    matters: u64,
    of: u64,
    share: SummaryJson,
    games_with: u64,
    games_without: u64,
    figures: Vec<FigureJson>,
}

#[derive(Serialize)]
struct FigureJson {
    name: String,
    with: SummaryJson,
    without: SummaryJson,
    /// The two intervals do not overlap.
    apart: bool,
}

#[derive(Serialize)]
struct SummaryJson {
    value: f64,
    from: f64,
    to: f64,
}

impl From<Summary> for SummaryJson {
    fn from(summary: Summary) -> SummaryJson {
        SummaryJson { value: summary.value, from: summary.from, to: summary.to }
    }
}

fn write_json(
    game: &PlayableGame,
    found: &[Reading],
    seed: u64,
    out: &mut Output,
) -> io::Result<()> {
    let effect = |effect: &ReadingEffect| EffectJson {
        matters: effect.matters,
        of: effect.of,
        share: Summary::share(effect.matters, effect.of).into(),
        games_with: effect.with.games(),
        games_without: effect.without.games(),
        figures: figures(game, effect)
            .into_iter()
            .map(|figure| FigureJson {
                name: figure.name,
                with: figure.with.into(),
                without: figure.without.into(),
                apart: figure.with.is_apart_from(&figure.without),
            })
            .collect(),
    };
    let readings = found.iter().map(|reading| {
        let (kind, text, line, why) = match &reading.kind {
            ReadingKind::Variation(name) => ("variation", name, None, None),
            ReadingKind::Assumed { span, text, why } => {
                ("assumed", text, Some(game.line(*span)), Some(why.as_str()))
            }
        };
        ReadingJson { kind, text, line, why, effect: reading.effect.as_ref().map(effect) }
    });
    let answer = ReadingsJson {
        game: &game.word,
        name: &game.description.name,
        setting: &game.setting,
        seed,
        readings: readings.collect(),
    };
    out.json(&serde_json::to_string(&answer)?)
}
