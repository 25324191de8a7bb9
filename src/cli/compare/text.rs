//! The comparison in words, with boards.

use crate::cli::game::PlayableGame;
use crate::cli::{Output, boards};
use mnc::compare::{
    CompareLimits, ComparedExtent, ComparisonResult, GameSide, PairStep, Parting, PartingKind,
    SectionDifference, causes, section_differences,
};
use mnc::diagnostic::visible::escape;
use mnc::model::PlaceId;
use mnc::notation::{
    BoardDrawing, choice_id, clause_text, counted_noun, deciding_text, game_result, match_result,
};
use std::io::{self, Write};

/// The names of the two games in the text.
const NAMES: [&str; 2] = ["A", "B"];

/// Writes the answer.
pub fn write(
    games: [&PlayableGame; 2],
    found: &ComparisonResult,
    limits: CompareLimits,
    out: &mut Output,
) -> io::Result<()> {
    for (name, game) in NAMES.iter().zip(games) {
        writeln!(out, "{name}  {}", escape(&game.title()))?;
    }
    writeln!(out)?;
    match found {
        ComparisonResult::SameRules => {
            writeln!(out, "The same game: the rules of A and B have the same meaning.")?;
        }
        ComparisonResult::SamePlay(extent) => write_same(extent, limits, out)?,
        ComparisonResult::Parting { parting, extent } => {
            write_parting(games, parting, extent, out)?
        }
    }
    write_texts(games, out)
}

impl PlayableGame {
    /// `Oware Abapa (oware, variation "grand slam forbidden", seeds = 4)`.
    pub fn title(&self) -> String {
        let variations = self.setting.variations.iter();
        let variations = variations.map(|name| format!(", variation \"{name}\""));
        let options = self.setting.options.iter().map(|(name, n)| format!(", {name} = {n}"));
        let setting: String = variations.chain(options).collect();
        format!("{} ({}{setting})", self.engine.model().name, self.word)
    }
}

fn steps_text(n: u32) -> String {
    counted_noun(n.into(), "choice")
}

fn games_text(n: u64) -> String {
    counted_noun(n, "random game")
}

fn write_same(extent: &ComparedExtent, limits: CompareLimits, out: &mut Output) -> io::Result<()> {
    if extent.whole {
        writeln!(out, "The same in play: all games, to their ends, are the same in A and B.")?;
    } else {
        writeln!(
            out,
            "No difference found: all plays of up to {} are the same in A and B, and so are {}.",
            steps_text(extent.depth),
            games_text(extent.games)
        )?;
        writeln!(out, "The rules differ in meaning, so a rare difference is possible.")?;
    }
    if extent.cut_short {
        writeln!(
            out,
            "The work for this was used up before {} and {} were reached.",
            steps_text(limits.depth),
            games_text(limits.games)
        )?;
    }
    Ok(())
}

fn write_parting(
    games: [&PlayableGame; 2],
    parting: &Parting,
    extent: &ComparedExtent,
    out: &mut Output,
) -> io::Result<()> {
    writeln!(out, "The games differ. {}", headline(games, parting))?;
    if parting.is_shortest(extent) {
        if !parting.steps.is_empty() {
            writeln!(out, "There is no shorter play that shows a difference.")?;
        }
    } else {
        writeln!(
            out,
            "Found in a random game. All plays of up to {} are the same; a shorter difference than this one \
             is possible.",
            steps_text(extent.depth)
        )?;
    }
    writeln!(out)?;
    for (nth, step) in parting.steps.iter().enumerate() {
        writeln!(out, "{:>4}. {}", nth + 1, step_text(games, step))?;
    }
    if let Some(before) = &parting.before {
        let model = games[0].engine.model();
        let drawn = boards::draw(&BoardDrawing::of(model, &before[0]), out);
        out.write_styled(&format!("\nthe board before the last step, in both games\n{drawn}"))?;
    }
    write_causes(games, parting, out)?;
    write_boards(games, parting, out)
}

/// What differs, in one sentence.
fn headline(games: [&PlayableGame; 2], parting: &Parting) -> String {
    let name = |side: GameSide| match side {
        GameSide::First => NAMES[0],
        GameSide::Second => NAMES[1],
    };
    let steps = steps_text(parting.steps.len() as u32);
    let when = match parting.steps.len() {
        0 => "At the start".to_owned(),
        _ => format!("After {steps}"),
    };
    let decider = |game: usize| {
        let position = &parting.after[game];
        position.decider().map_or("nobody", |decider| decider.name(games[game].engine.model()))
    };
    let asked =
        |game: usize| parting.after[game].deciding().map_or("is asked nothing", deciding_text);
    match parting.kind {
        PartingKind::Board => {
            "They have different boards, or different numbers of players or kinds of seeds.".into()
        }
        PartingKind::LegalIn(side) => {
            format!("The last of {steps} is legal in {} only.", name(side))
        }
        PartingKind::Seeds => format!("{when}, the boards differ."),
        PartingKind::OverIn(side) => format!("{when}, the game is over in {} only.", name(side)),
        PartingKind::Player => format!(
            "{when}, {} is to choose in A, and {} in B.",
            escape(decider(0)),
            escape(decider(1))
        ),
        PartingKind::Question => {
            let player = escape(decider(0));
            format!("{when}, {player} {} in A, and {} in B.", asked(0), asked(1))
        }
        PartingKind::Result => format!("{when}, the game ends with different results."),
        PartingKind::Match => format!("{when}, the match goes on differently."),
    }
}

/// `South  a1`; if a choice is legal in one game only, it says so.
fn step_text(games: [&PlayableGame; 2], step: &PairStep) -> String {
    let [one, other] = games.map(|game| game.engine.model());
    match step {
        PairStep::NextGame => "the next game of the match".into(),
        PairStep::Chose(decider, first, second) => {
            let player = escape(decider.name(one)).into_owned();
            let (text, only) = match (first, second) {
                (Some(choice), Some(_)) => (choice_id(one, *choice), ""),
                (Some(choice), None) => (choice_id(one, *choice), "   (in A only)"),
                (None, Some(choice)) => (choice_id(other, *choice), "   (in B only)"),
                (None, None) => (String::new(), ""),
            };
            format!("{player}  {}{only}", escape(&text))
        }
    }
}

fn write_causes(games: [&PlayableGame; 2], parting: &Parting, out: &mut Output) -> io::Result<()> {
    let [one, other] = games;
    let causes = causes(&one.engine, &other.engine, parting);
    for ((name, game), cause) in NAMES.iter().zip(games).zip(causes) {
        let Some(cause) = cause else { continue };
        writeln!(out, "in {name}: {}", escape(&cause.event))?;
        writeln!(out, "      {}", escape(&game.statement(cause.clause)))?;
    }
    Ok(())
}

impl PlayableGame {
    /// `oware.mnc, line 34, last seed: makes 2 or 3 -> capture it`; of a default, its text.
    pub fn statement(&self, id: mnc::model::ClauseId) -> String {
        let model = self.engine.model();
        let clause = model.clause(id);
        let sources = &self.description.sources;
        match sources.get(clause.span.file).filter(|_| !clause.default) {
            Some(source) => {
                let line = sources.line_column(clause.span).line;
                format!("{}, line {line}, {}", source.name, clause_text(model, id))
            }
            None => clause_text(model, id),
        }
    }
}

/// The two boards after the last step, with the places that differ.
fn write_boards(games: [&PlayableGame; 2], parting: &Parting, out: &mut Output) -> io::Result<()> {
    let [first, second] = &parting.after;
    let models = games.map(|game| game.engine.model());
    let differing: Vec<PlaceId> = match parting.kind {
        PartingKind::Board => Vec::new(),
        PartingKind::LegalIn(_) => return Ok(()),
        PartingKind::Seeds
        | PartingKind::OverIn(_)
        | PartingKind::Player
        | PartingKind::Question
        | PartingKind::Result
        | PartingKind::Match => (0..models[0].board.places.len())
            .map(|i| PlaceId(i as u8))
            .filter(|place| first.seeds(*place) != second.seeds(*place))
            .collect(),
    };
    let drawings = [(models[0], first), (models[1], second)]
        .map(|(model, at)| BoardDrawing::of(model, at).with_differing(differing.iter().copied()));
    let [drawn_first, drawn_second] = &drawings;
    let text = boards::draw_pair(("  A", drawn_first), ("  B", drawn_second), out);
    out.write_styled(&format!("\n{text}"))?;
    for (name, (model, at)) in NAMES.iter().zip([(models[0], first), (models[1], second)]) {
        if let Some(result) = game_result(model, at) {
            let whole = match_result(model, at).map(|text| format!("; of the match: {text}"));
            writeln!(out, "in {name}: {}{}", escape(&result), whole.unwrap_or_default())?;
        }
    }
    Ok(())
}

/// The statements that differ between the two texts.
fn write_texts(games: [&PlayableGame; 2], out: &mut Output) -> io::Result<()> {
    let [first, second] = games.map(|game| (&game.description, &game.setting));
    let differences = section_differences(first, second);
    if differences.is_empty() {
        return writeln!(out, "\nThe two texts have the same statements.");
    }
    writeln!(out, "\nStatements that differ:")?;
    for SectionDifference { stage, heading, only_first, only_second } in differences {
        match stage {
            Some(stage) => writeln!(out, "  {heading}, stage \"{}\"", escape(&stage))?,
            None => writeln!(out, "  {heading}")?,
        }
        for (name, list) in NAMES.iter().zip([only_first, only_second]) {
            for text in list {
                writeln!(out, "    {name}  {}", escape(&text))?;
            }
        }
    }
    Ok(())
}
