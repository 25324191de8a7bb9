//! Statistics of random games in answers.

use crate::model::{ClauseId, Model};
use crate::order::SmallSort;
use crate::runner::{MatchTotals, Rate, RatioSums, Series, Totals, interval};
use serde::Serialize;

/// What many random games have in common.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct PlayoutAnswer {
    /// The name of the game.
    pub game: String,
    /// The number of games.
    pub games: u64,
    /// Their random seed.
    pub seed: u64,
    /// Games that were too long, and were left unfinished.
    pub unfinished: u64,
    /// Decisions of a game.
    pub decisions: MeanAnswer,
    /// Choices at each decision.
    pub choices: MeanAnswer,
    /// Laps after each decision.
    pub laps: MeanAnswer,
    /// Captures after each decision.
    pub captures: MeanAnswer,
    /// Sowings that never end.
    pub endless: u64,
    /// Games that nobody won or lost.
    pub drawn: ShareAnswer,
    /// The players, in the order of their seats.
    pub players: Vec<PlayerStatistics>,
    /// What ended the games, the most frequent first.
    pub ends: Vec<EndAnswer>,
}

/// The mean of a number over games, with its 95 % confidence interval.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct MeanAnswer {
    /// The mean.
    pub mean: f64,
    /// The standard deviation.
    pub spread: f64,
    /// The lower end of the interval.
    pub from: f64,
    /// The upper end of the interval.
    pub to: f64,
}

/// A share of the games, with its 95 % confidence interval.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct ShareAnswer {
    /// How many games.
    pub games: u64,
    /// Their share, from 0 to 1.
    pub share: f64,
    /// The lower end of the interval.
    pub from: f64,
    /// The upper end of the interval.
    pub to: f64,
}

/// How a player did.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct PlayerStatistics {
    /// The name of the player.
    pub name: String,
    /// Games that this player won.
    pub won: ShareAnswer,
    /// Games that this player lost and nobody won; `None` with two players, because the other wins then.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub lost: Option<ShareAnswer>,
    /// The player's seeds at the end of the games that were finished; `None`: no game was.
    pub seeds: Option<MeanAnswer>,
}

/// A statement that ended games.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct EndAnswer {
    /// How many games.
    pub games: u64,
    /// The text of the statement.
    pub by: String,
}

/// What many random matches have in common.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct MatchesAnswer {
    /// The name of the game.
    pub game: String,
    /// The number of matches.
    pub matches: u64,
    /// Their random seed.
    pub seed: u64,
    /// Matches with a game that was too long, left unfinished.
    pub unfinished: u64,
    /// Games of a match.
    pub games: MeanAnswer,
    /// Decisions of a match.
    pub decisions: MeanAnswer,
    /// Matches that nobody won or lost.
    pub drawn: MatchShareAnswer,
    /// Of these, matches that are drawn because they were not decided after 100 games.
    pub undecided: u64,
    /// The players, in the order of their seats.
    pub players: Vec<MatchPlayerStatistics>,
}

/// A share of the matches, with its 95 % confidence interval.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct MatchShareAnswer {
    /// How many matches.
    pub matches: u64,
    /// Their share, from 0 to 1.
    pub share: f64,
    /// The lower end of the interval.
    pub from: f64,
    /// The upper end of the interval.
    pub to: f64,
}

/// How a player did in matches.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct MatchPlayerStatistics {
    /// The name of the player.
    pub name: String,
    /// Matches that this player won.
    pub won: MatchShareAnswer,
    /// Matches that this player lost and nobody won; `None` with two players, because the other wins then.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub lost: Option<MatchShareAnswer>,
}

impl MeanAnswer {
    fn of(series: &Series) -> MeanAnswer {
        let (mean, margin) = (series.mean(), series.margin());
        MeanAnswer { mean, spread: series.std_deviation(), from: mean - margin, to: mean + margin }
    }

    /// The mean of a number over decisions.
    fn each(of: &RatioSums, totals: &Totals) -> MeanAnswer {
        let Rate { mean, std_deviation: spread, margin } = of.per_decision(&totals.decisions);
        MeanAnswer { mean, spread, from: (mean - margin).max(0.0), to: mean + margin }
    }
}

impl ShareAnswer {
    fn of(games: u64, all: u64) -> ShareAnswer {
        let (from, to) = interval(games, all);
        ShareAnswer { games, share: games as f64 / all.max(1) as f64, from, to }
    }
}

/// Statistics as an answer. `seed`: the random seed of the games.
pub fn playout(model: &Model, seed: u64, totals: &Totals) -> PlayoutAnswer {
    let all = totals.games();
    let each = |of: &RatioSums| MeanAnswer::each(of, totals);
    let lost = |seat| ShareAnswer::of(totals.losses.get(seat).copied().unwrap_or(0), all);
    let players = model.board.seats.iter().enumerate().map(|(seat, info)| PlayerStatistics {
        name: info.name.clone(),
        won: ShareAnswer::of(totals.wins.get(seat).copied().unwrap_or(0), all),
        lost: (model.seats() != 2).then(|| lost(seat)),
        seeds: totals.scores.get(seat).map(MeanAnswer::of),
    });
    let mut ends: Vec<(ClauseId, u64)> = totals.ends.iter().map(|(why, n)| (*why, *n)).collect();
    ends.small_sort_by_key(|(why, n)| (std::cmp::Reverse(*n), *why));
    PlayoutAnswer {
        game: model.name.clone(),
        games: all,
        seed,
        unfinished: totals.unfinished,
        decisions: MeanAnswer::of(&totals.decisions),
        choices: each(&totals.offered),
        laps: each(&totals.laps),
        captures: each(&totals.captures),
        endless: totals.endless,
        drawn: ShareAnswer::of(totals.draws, all),
        players: players.collect(),
        ends: ends
            .into_iter()
            .map(|(why, games)| EndAnswer { games, by: model.clause(why).text.clone() })
            .collect(),
    }
}

impl MatchShareAnswer {
    fn of(matches: u64, all: u64) -> MatchShareAnswer {
        let (from, to) = interval(matches, all);
        MatchShareAnswer { matches, share: matches as f64 / all.max(1) as f64, from, to }
    }
}

/// Statistics of matches as an answer. `seed`: the random seed of the matches.
pub fn matches(model: &Model, seed: u64, totals: &MatchTotals) -> MatchesAnswer {
    let all = totals.matches();
    let share =
        |of: &[u64], seat: usize| MatchShareAnswer::of(of.get(seat).copied().unwrap_or(0), all);
    let players = model.board.seats.iter().enumerate().map(|(seat, info)| MatchPlayerStatistics {
        name: info.name.clone(),
        won: share(&totals.wins, seat),
        lost: (model.seats() != 2).then(|| share(&totals.losses, seat)),
    });
    MatchesAnswer {
        game: model.name.clone(),
        matches: all,
        seed,
        unfinished: totals.unfinished,
        games: MeanAnswer::of(&totals.games),
        decisions: MeanAnswer::of(&totals.decisions),
        drawn: MatchShareAnswer::of(totals.draws, all),
        undecided: totals.undecided,
        players: players.collect(),
    }
}
