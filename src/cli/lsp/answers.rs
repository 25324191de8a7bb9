//! The answers to requests about one document.

use super::convert::{self, ClientSetup};
use super::documents::OpenDocument;
use super::{actions, positions::EditorPosition};
use mnc::diagnostic::Severity;
use mnc::language_service as service;
use mnc::span::Span;
use serde_json::Value;

/// Why a request is refused.
#[derive(Debug)]
pub enum RequestRefusal {
    /// There is no such request.
    UnknownMethod,
    /// Its parameters are wrong.
    WrongParameters(String),
    /// It cannot be done, for a reason that the person at the editor can read.
    NotPossible(String),
}

/// The requests about one document.
pub const METHODS: [&str; 15] = [
    "textDocument/codeAction",
    "textDocument/codeLens",
    "textDocument/completion",
    "textDocument/definition",
    "textDocument/documentHighlight",
    "textDocument/documentSymbol",
    "textDocument/foldingRange",
    "textDocument/formatting",
    "textDocument/hover",
    "textDocument/prepareRename",
    "textDocument/rangeFormatting",
    "textDocument/references",
    "textDocument/rename",
    "textDocument/selectionRange",
    "textDocument/semanticTokens/full",
];

/// The answer to a request about a document.
///
/// # Errors
/// It is unknown or wrong, or cannot be done.
pub fn answer(
    document: &OpenDocument,
    setup: &ClientSetup,
    method: &str,
    params: &Value,
) -> Result<Value, RequestRefusal> {
    let edited = document.edited();
    let offset = || at(document, convert::position(params.get("position")));
    let answer = match method {
        "textDocument/completion" => {
            convert::completion(document, &service::complete(edited, offset()?))
        }
        "textDocument/hover" => hover(document, offset()?),
        "textDocument/definition" => {
            convert::definitions(document, &service::definitions(edited, offset()?))
        }
        "textDocument/references" => {
            let declaration = params.pointer("/context/includeDeclaration");
            let declaration = declaration.and_then(Value::as_bool).unwrap_or(false);
            convert::locations(document, &service::references(edited, offset()?, declaration))
        }
        "textDocument/documentHighlight" => {
            convert::highlights(document, &service::references(edited, offset()?, true))
        }
        "textDocument/prepareRename" => match service::renamed_word(edited, offset()?) {
            Ok(span) => convert::rename_range(document, span),
            Err(refusal) => return Err(RequestRefusal::NotPossible(refusal.0)),
        },
        "textDocument/rename" => {
            let new = params.get("newName").and_then(Value::as_str);
            let new = new.ok_or_else(|| wrong("there is no new name"))?;
            match service::rename(edited, offset()?, new) {
                Ok(edits) => convert::workspace_edit(document, &edits),
                Err(refusal) => return Err(RequestRefusal::NotPossible(refusal.0)),
            }
        }
        "textDocument/documentSymbol" => {
            convert::symbols(document, &service::outline(&document.text))
        }
        "textDocument/foldingRange" => convert::folds(document, &service::folds(&document.text)),
        "textDocument/selectionRange" => {
            let places = params.get("positions").and_then(Value::as_array);
            let places = places.ok_or_else(|| wrong("there are no positions"))?;
            let enclosing = |place: &Value| {
                let offset = at(document, convert::position(Some(place)))?;
                Ok(service::enclosing(&document.text, offset))
            };
            let all: Vec<Vec<Span>> = places.iter().map(enclosing).collect::<Result<_, _>>()?;
            convert::selections(document, &all)
        }
        "textDocument/formatting" => formatting(document, None)?,
        "textDocument/rangeFormatting" => formatting(document, Some(span(document, params)?))?,
        "textDocument/codeAction" => {
            let wanted = convert::wanted_actions(params);
            actions::code_actions(document, setup, span(document, params)?, wanted.as_deref())
        }
        "textDocument/codeLens" => convert::lenses(document, &service::tests(&document.text)),
        "textDocument/semanticTokens/full" => {
            convert::semantic_tokens(document, &service::coloured_words(edited))
        }
        _ => return Err(RequestRefusal::UnknownMethod),
    };
    Ok(answer)
}

fn wrong(why: &str) -> RequestRefusal {
    RequestRefusal::WrongParameters(why.to_owned())
}

/// The byte at a position.
fn at(
    document: &OpenDocument,
    position: Result<EditorPosition, String>,
) -> Result<usize, RequestRefusal> {
    let position = position.map_err(RequestRefusal::WrongParameters)?;
    Ok(document.lines.byte(&document.text, position))
}

/// The bytes of the range of a request.
fn span(document: &OpenDocument, params: &Value) -> Result<Span, RequestRefusal> {
    let (start, end) =
        convert::range(params.get("range")).map_err(RequestRefusal::WrongParameters)?;
    let byte = |position| document.lines.byte(&document.text, position);
    Ok(Span::new(0, byte(start), byte(end)))
}

/// What a word means, and what has been found there.
fn hover(document: &OpenDocument, offset: usize) -> Value {
    let meaning = service::hover(document.edited(), offset);
    let holds =
        |span: Span| span.file == 0 && span.start as usize <= offset && offset <= span.end as usize;
    // Notes are on many statements, and say little that is new.
    let found = document.findings.shown().into_iter().filter(|d| d.severity > Severity::Note);
    let found = found.filter_map(|finding| {
        let span = finding.labels.first()?.span;
        holds(span).then_some((span, service::code_meaning(finding.code)?))
    });
    let all = meaning.into_iter().map(|meaning| (meaning.span, meaning.text)).chain(found);
    let joined = all.reduce(|(span, text), (_, more)| (span, format!("{text}\n\n---\n\n{more}")));
    joined.map_or(Value::Null, |(span, text)| {
        convert::hover(document, service::WordMeaning { span, text })
    })
}

fn formatting(document: &OpenDocument, range: Option<Span>) -> Result<Value, RequestRefusal> {
    match actions::format(document, range) {
        Ok(edits) => Ok(convert::text_edits(document, &edits)),
        Err(fault) => Err(RequestRefusal::NotPossible(fault)),
    }
}
