//! Answers requests about texts: what is found in them, what can be typed, what words mean.

use super::info::{InfoAnswer, info};
use super::position::{PositionAnswer, position};
use super::refusal::{Refusal, json_line};
use super::request::{TextInput, TextQuestion, TextRequest, parse_text_request};
use crate::check::{CheckResult, Thoroughness, check_text, check_with_suppressed};
use crate::diagnostic::{Applicability, Diagnostic, Findings, Severity, catalogue, json};
use crate::engine::Engine;
use crate::fixes::Fixer;
use crate::format;
use crate::language_service::{CompletionItem, CompletionKind, EditedText, complete, hover};
use crate::library::{Library, LookupResult, Shipped};
use crate::resolve::{Description, load};
use crate::session::parse_setting;
use crate::source::Sources;
use crate::stop::StopFlag;
use serde::Serialize;
use std::sync::Arc;

/// A range of bytes of a text, half-open.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize)]
pub struct SpanAnswer {
    /// The first byte.
    pub start: u32,
    /// The byte after the last.
    pub end: u32,
}

#[derive(Serialize)]
struct FindingsAnswer<F> {
    findings: Vec<F>,
    /// Whether the text makes a game.
    playable: bool,
}

#[derive(Serialize)]
struct CompletionAnswer {
    /// The word that an item replaces.
    replaces: SpanAnswer,
    items: Vec<CompletionItemAnswer>,
}

#[derive(Serialize)]
struct CompletionItemAnswer {
    text: String,
    kind: &'static str,
    #[serde(skip_serializing_if = "Option::is_none")]
    detail: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    typed_as: Option<&'static str>,
}

#[derive(Serialize)]
struct MeaningAnswer {
    /// The word or phrase; `None`: there is none, or nothing is known of it.
    span: Option<SpanAnswer>,
    /// Markdown.
    text: Option<String>,
}

#[derive(Serialize)]
struct FixesAnswer<F> {
    fixes: Vec<OfferedFixAnswer<F>>,
}

#[derive(Serialize)]
struct OfferedFixAnswer<F> {
    /// The finding that it corrects.
    code: &'static str,
    message: String,
    #[serde(flatten)]
    fix: F,
}

#[derive(Serialize)]
struct FixedAnswer {
    text: String,
    /// How many findings were fixed.
    fixed: usize,
}

#[derive(Serialize)]
struct TextAnswer {
    text: String,
}

#[derive(Serialize)]
struct PreviewAnswer {
    info: InfoAnswer,
    position: PositionAnswer,
}

#[derive(Serialize)]
struct GamesAnswer<'g> {
    games: Vec<GameAnswer<'g>>,
}

#[derive(Serialize)]
struct GameAnswer<'g> {
    /// What people type to name it.
    name: &'g str,
    title: &'g str,
    also: &'g [String],
}

#[derive(Serialize)]
struct DescriptionAnswer<'g> {
    file: &'g str,
    text: &'g str,
}

/// Checks a text.
type TextCheck = fn(&str, &str, Thoroughness) -> Result<CheckResult, Refusal>;

/// Answers a request about a text, and refuses those about a game that is being played and checks with random games.
/// For a front end that only edits: nothing that plays random games is linked with it.
pub fn answer_text_request(asked: &str) -> String {
    let answer = parse_text_request(asked).and_then(|request| match request {
        Some(request) => answer_text(&request, check_without_games),
        None => Err(edits_only()),
    });
    answer.unwrap_or_else(|refusal| refusal.to_json_line())
}

fn edits_only() -> Refusal {
    Refusal::new("edits-only", "this part of mnc answers requests about texts; it plays no games")
}

/// The answer to a request about a text.
pub(super) fn answer_text(asked: &TextRequest, check: TextCheck) -> Result<String, Refusal> {
    Ok(match asked {
        TextRequest::About(question, asked) => match question {
            TextQuestion::Findings => findings(asked, check)?,
            TextQuestion::Complete => completion(asked),
            TextQuestion::Hover => meaning(asked),
            TextQuestion::Fixes => fixes(asked),
            TextQuestion::FixAll => fix_all(asked),
            TextQuestion::Format => formatted(asked)?,
            TextQuestion::Preview => preview(asked)?,
        },
        TextRequest::Explain(code) => {
            let text = catalogue::explain(code).ok_or_else(|| {
                let message = format!("there is no finding with the code `{code}`");
                Refusal::new("unknown-code", message)
            })?;
            json_line(&TextAnswer { text: text.into() })
        }
        TextRequest::Games => games(),
        TextRequest::Description(game) => description(game)?,
    })
}

fn findings(asked: &TextInput, check: TextCheck) -> Result<String, Refusal> {
    let checked = check(&asked.name, asked.text(), asked.effort.thoroughness())?;
    let least = if asked.notes { Severity::Note } else { Severity::Warning };
    let playable = !checked.findings.iter().any(|d| d.severity == Severity::Error);
    let found = Findings::new(checked.sources, checked.findings).at_least(least);
    let findings = found.diagnostics().iter().map(|d| json::finding(&found.sources, d)).collect();
    Ok(json_line(&FindingsAnswer { findings, playable }))
}

/// A check as thorough as asked for.
pub(super) fn check_fully(
    name: &str,
    text: &str,
    thoroughness: Thoroughness,
) -> Result<CheckResult, Refusal> {
    let stop = StopFlag::default();
    Ok(check_with_suppressed(name, text, &Shipped, thoroughness, &stop, &mut |_, _, _| {}))
}

/// A check without random games.
fn check_without_games(
    name: &str,
    text: &str,
    thoroughness: Thoroughness,
) -> Result<CheckResult, Refusal> {
    let reading = match thoroughness {
        Thoroughness::Reading => true,
        Thoroughness::Text => false,
        Thoroughness::Usual | Thoroughness::Thorough => return Err(edits_only()),
    };
    Ok(check_text(name, text, &Shipped, reading, &StopFlag::default()))
}

fn completion(asked: &TextInput) -> String {
    let completion = complete(document(&asked.name, asked.text()), offset(asked));
    let item = |item: CompletionItem| CompletionItemAnswer {
        kind: match item.kind {
            CompletionKind::Phrase => "phrase",
            CompletionKind::Name(_) => "name",
            CompletionKind::Place => "place",
            CompletionKind::Answer => "answer",
            CompletionKind::Game => "game",
        },
        text: item.text,
        detail: item.detail,
        typed_as: item.typed_as,
    };
    let replaces = SpanAnswer { start: completion.replaces.start, end: completion.replaces.end };
    let items = completion.items.into_iter().map(item).collect();
    json_line(&CompletionAnswer { replaces, items })
}

fn meaning(asked: &TextInput) -> String {
    let known = hover(document(&asked.name, asked.text()), offset(asked));
    let (span, text) = match known {
        Some(known) => {
            let span = SpanAnswer { start: known.span.start, end: known.span.end };
            (Some(span), Some(known.text))
        }
        None => (None, None),
    };
    json_line(&MeaningAnswer { span, text })
}

fn document<'t>(name: &'t str, text: &'t str) -> EditedText<'t> {
    EditedText { name, text, library: &Shipped }
}

/// The place of a request, on the border of a character.
fn offset(asked: &TextInput) -> usize {
    let offset = usize::try_from(asked.offset.0).unwrap_or(usize::MAX).min(asked.text().len());
    (0..=offset).rev().find(|at| asked.text().is_char_boundary(*at)).unwrap_or(0)
}

/// The fixes of what is found in a range without random games, each proved.
fn fixes(asked: &TextInput) -> String {
    let stop = StopFlag::default();
    let CheckResult { findings, .. } =
        check_text(&asked.name, asked.text(), &Shipped, false, &stop);
    let mut sources = Sources::default();
    sources.add(asked.name.as_str(), asked.text());
    let touches = |finding: &&Diagnostic| {
        let span = finding.labels.first().map(|label| label.span);
        span.is_some_and(|span| {
            let (start, end) = (u64::from(span.start), u64::from(span.end));
            span.file == 0 && start <= asked.end.0 && asked.start.0 <= end
        })
    };
    let fixer = Fixer { name: &asked.name, library: &Shipped, stop: &stop };
    let mut fixes = Vec::new();
    for finding in findings.iter().filter(touches) {
        for fix in &finding.fixes {
            if fixer.proves(&sources, &findings, finding, fix).is_some() {
                fixes.push(OfferedFixAnswer {
                    code: finding.code,
                    message: finding.message.clone(),
                    fix: json::fix(&sources, fix),
                });
            }
        }
    }
    json_line(&FixesAnswer { fixes })
}

fn fix_all(asked: &TextInput) -> String {
    let stop = StopFlag::default();
    let fixer = Fixer { name: &asked.name, library: &Shipped, stop: &stop };
    let least = if asked.r#unsafe { Applicability::Unsafe } else { Applicability::Safe };
    let fixed = fixer.fix_all(asked.text(), least);
    json_line(&FixedAnswer { fixed: fixed.fixed.len(), text: fixed.text })
}

fn formatted(asked: &TextInput) -> Result<String, Refusal> {
    let fault = |fault: format::FormatFault| {
        let message = format!("the text was not formatted: {fault}; please report this with it");
        Refusal::new("not-formatted", message)
    };
    let new = format::format(asked.text()).map_err(fault)?;
    format::same_games(&asked.name, asked.text(), &new.text, &Shipped).map_err(fault)?;
    Ok(json_line(&TextAnswer { text: new.text }))
}

/// The game of a text, with the setting that is asked for.
///
/// # Errors
/// It makes none, or has no such setting.
pub(super) fn open(asked: &TextInput) -> Result<(Description, Engine), Refusal> {
    let (description, found) = load(&asked.name, asked.text(), &Shipped);
    let options: Vec<String> =
        asked.options.0.iter().map(|(name, value)| format!("{name}={value}")).collect();
    let error = found.iter().find(|d| d.severity == Severity::Error);
    if let Some(error) = error {
        return Err(no_game(error));
    }
    let setting = parse_setting(&description, &asked.variations, &options)
        .map_err(|error| Refusal::new("wrong-setting", error.summary()))?;
    let (model, found) = description.build(&setting);
    let Some(model) = model else {
        let error = found.iter().find(|d| d.severity == Severity::Error);
        let none = || Refusal::new("no-game", "no game can be made of this text");
        return Err(error.map_or_else(none, no_game));
    };
    Ok((description, Engine::new(Arc::new(model))))
}

fn no_game(error: &Diagnostic) -> Refusal {
    Refusal::new("no-game", format!("no game can be made of this text: {}", error.message))
}

fn preview(asked: &TextInput) -> Result<String, Refusal> {
    let (description, engine) = open(asked)?;
    let (start, _) = engine.start(None);
    let info = info(&description, engine.model());
    let position = position(&engine, &description.sources, &start);
    Ok(json_line(&PreviewAnswer { info, position }))
}

fn games() -> String {
    let game = |game: &'static crate::library::Game| GameAnswer {
        name: game.stem(),
        title: &game.name,
        also: &game.also,
    };
    json_line(&GamesAnswer { games: Library::shipped().games().iter().map(game).collect() })
}

fn description(asked: &str) -> Result<String, Refusal> {
    match Library::shipped().look_up(asked) {
        LookupResult::One(game) => {
            Ok(json_line(&DescriptionAnswer { file: &game.file, text: &game.text }))
        }
        LookupResult::Several(games) | LookupResult::None(games) => {
            let names: Vec<&str> = games.iter().map(|game| game.stem()).collect();
            let like = match names.as_slice() {
                [] => String::new(),
                names => format!("; games with a similar name: {}", names.join(", ")),
            };
            let message = format!("no game that comes with mnc is called `{asked}`{like}");
            Err(Refusal::new("unknown-game", message))
        }
    }
}
