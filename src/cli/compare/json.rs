//! The comparison as JSON.

use crate::cli::Output;
use crate::cli::game::PlayableGame;
use mnc::compare::{
    ComparedExtent, ComparisonResult, GameSide, PairStep, Parting, PartingKind, SectionDifference,
    causes, section_differences,
};
use mnc::notation::choice_id;
use mnc::protocol::{ClauseAnswer, PositionAnswer, clause, position};
use serde::Serialize;
use std::io;

/// The whole answer. The field names are part of the interface.
#[derive(Serialize)]
struct CompareJson<'a> {
    games: [GameJson<'a>; 2],
    /// `same-rules`, `same-play` or `differ`.
    result: &'static str,
    /// What was tried; missing if the rules have the same meaning.
    #[serde(skip_serializing_if = "Option::is_none")]
    tried: Option<TriedJson>,
    #[serde(skip_serializing_if = "Option::is_none")]
    parting: Option<PartingJson>,
    texts: Vec<SectionJson>,
}

#[derive(Serialize)]
struct GameJson<'a> {
    game: &'a str,
    name: &'a str,
    setting: &'a mnc::resolve::Setting,
}

#[derive(Serialize)]
struct TriedJson {
    /// All plays of up to this number of choices are the same.
    depth: u32,
    /// All plays end within that depth.
    whole: bool,
    /// Random games without a difference.
    games: u64,
    /// The work was used up.
    cut_short: bool,
}

#[derive(Serialize)]
struct PartingJson {
    kind: &'static str,
    /// For some kinds: the game, 0 or 1, that it is about.
    #[serde(skip_serializing_if = "Option::is_none")]
    game: Option<u8>,
    /// No shorter play shows a difference.
    shortest: bool,
    steps: Vec<StepJson>,
    /// What happens in each game, and the statement that causes it.
    causes: [Option<CauseJson>; 2],
    /// The positions before the last step.
    before: Option<[PositionAnswer; 2]>,
    /// The positions after it.
    after: [PositionAnswer; 2],
}

#[derive(Serialize)]
struct StepJson {
    /// `None`: the next game of the match begins.
    player: Option<String>,
    /// The choice in each game; `None` where it is not legal.
    choices: [Option<String>; 2],
}

#[derive(Serialize)]
struct CauseJson {
    event: String,
    clause: ClauseAnswer,
}

#[derive(Serialize)]
struct SectionJson {
    #[serde(skip_serializing_if = "Option::is_none")]
    stage: Option<String>,
    section: &'static str,
    only_in: [Vec<String>; 2],
}

/// Writes one JSON object.
pub fn write(
    games: [&PlayableGame; 2],
    found: &ComparisonResult,
    out: &mut Output,
) -> io::Result<()> {
    let (result, tried, parting) = match found {
        ComparisonResult::SameRules => ("same-rules", None, None),
        ComparisonResult::SamePlay(extent) => ("same-play", Some(extent), None),
        ComparisonResult::Parting { parting, extent } => {
            ("differ", Some(extent), Some(parting_json(games, parting, extent)))
        }
    };
    let tried = tried.map(|extent| TriedJson {
        depth: extent.depth,
        whole: extent.whole,
        games: extent.games,
        cut_short: extent.cut_short,
    });
    let [first, second] = games.map(|game| (&game.description, &game.setting));
    let section = |difference: SectionDifference| SectionJson {
        stage: difference.stage,
        section: difference.heading,
        only_in: [difference.only_first, difference.only_second],
    };
    let answer = CompareJson {
        games: games.map(|game| GameJson {
            game: &game.word,
            name: &game.description.name,
            setting: &game.setting,
        }),
        result,
        tried,
        parting,
        texts: section_differences(first, second).into_iter().map(section).collect(),
    };
    out.json(&serde_json::to_string(&answer)?)
}

fn parting_json(
    games: [&PlayableGame; 2],
    parting: &Parting,
    extent: &ComparedExtent,
) -> PartingJson {
    let [first, second] = games;
    let (kind, side) = match parting.kind {
        PartingKind::Board => ("board", None),
        PartingKind::LegalIn(side) => ("legal-in-one", Some(side)),
        PartingKind::Seeds => ("seeds", None),
        PartingKind::OverIn(side) => ("over-in-one", Some(side)),
        PartingKind::Player => ("player", None),
        PartingKind::Question => ("question", None),
        PartingKind::Result => ("result", None),
        PartingKind::Match => ("match", None),
    };
    let side = side.map(|side| match side {
        GameSide::First => 0,
        GameSide::Second => 1,
    });
    let of = |game: usize, at: &mnc::engine::Position| {
        position(&games[game].engine, &games[game].description.sources, at)
    };
    let mut nth = 0;
    let causes = causes(&first.engine, &second.engine, parting).map(|cause| {
        let game = games[nth];
        nth += 1;
        let cause = cause?;
        let clause = clause(game.engine.model(), &game.description.sources, cause.clause);
        Some(CauseJson { event: cause.event, clause })
    });
    PartingJson {
        kind,
        game: side,
        shortest: parting.is_shortest(extent),
        steps: parting.steps.iter().map(|step| step_json(games, step)).collect(),
        causes,
        before: parting.before.as_ref().map(|[a, b]| [of(0, a), of(1, b)]),
        after: [of(0, &parting.after[0]), of(1, &parting.after[1])],
    }
}

fn step_json(games: [&PlayableGame; 2], step: &PairStep) -> StepJson {
    let [one, other] = games.map(|game| game.engine.model());
    match step {
        PairStep::NextGame => StepJson { player: None, choices: [None, None] },
        PairStep::Chose(decider, first, second) => StepJson {
            player: Some(decider.name(one).to_owned()),
            choices: [
                first.map(|choice| choice_id(one, choice)),
                second.map(|choice| choice_id(other, choice)),
            ],
        },
    }
}
