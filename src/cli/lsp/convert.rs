//! Between the types of the protocol and our own: the only file that names the crate `gen-lsp-types`, which changes
//! often.

use super::documents::{OpenDocument, TextChange};
use super::file_uri;
use super::positions::{ColumnUnit, EditorPosition, LineTable};
use gen_lsp_types as lsp;
use mnc::diagnostic::{self, Edit, catalogue, visible};
use mnc::language_service::{
    BaseText, ColouredWord, Completion, CompletionItem, CompletionKind, Definition, OutlineItem,
    OutlineKind, TestHeading, WordKind, WordMeaning, meaning_of,
};
use mnc::span::Span;
use mnc::syntax::NameKind;
use serde::de::DeserializeOwned;
use serde_json::{Value, json};
use std::collections::HashMap;
use std::path::Path;

/// The command that plays a test.
pub const RUN_TEST: &str = "mnc.runTest";
/// The kind of the action that applies all safe fixes.
pub const FIX_ALL: &str = "source.fixAll.mnc";

/// What an editor says about itself.
#[derive(Clone, Debug, Default)]
pub struct ClientSetup {
    /// What its columns count.
    pub unit: ColumnUnit,
    /// The address of the page about a code of a finding; `{code}` in it is replaced.
    pub code_link: Option<String>,
}

// ----------------------------------------------------------------------------------- from the editor

/// Parameters of a message. The error says what is wrong with them.
pub fn parameters<T: DeserializeOwned>(params: Value) -> Result<T, String> {
    serde_json::from_value(params).map_err(|error| error.to_string())
}

/// The parameters of `initialize`.
pub fn client_setup(params: Value) -> Result<ClientSetup, String> {
    let params: lsp::InitializeParams = parameters(params)?;
    let encodings = params.capabilities.general.and_then(|general| general.position_encodings);
    let utf8 = encodings.is_some_and(|all| all.contains(&lsp::PositionEncodingKind::UTF8));
    let options = params.initialization_options.unwrap_or_default();
    let link = options.get("codeLink").and_then(Value::as_str).map(str::to_owned);
    Ok(ClientSetup {
        unit: if utf8 { ColumnUnit::Utf8 } else { ColumnUnit::Utf16 },
        code_link: link,
    })
}

/// The address, version and text of an opened document.
pub fn opened(params: Value) -> Result<(String, i32, String), String> {
    let document = parameters::<lsp::DidOpenTextDocumentParams>(params)?.text_document;
    Ok((document.uri.0, document.version, document.text))
}

/// The address and version of a changed document, and the changes.
pub fn changed(params: Value) -> Result<(String, i32, Vec<TextChange>), String> {
    let params: lsp::DidChangeTextDocumentParams = parameters(params)?;
    let change = |event| match event {
        lsp::TextDocumentContentChangeEvent::TextDocumentContentChangePartial(part) => {
            (Some(from_range(part.range)), part.text)
        }
        lsp::TextDocumentContentChangeEvent::TextDocumentContentChangeWholeDocument(whole) => {
            (None, whole.text)
        }
    };
    let changes = params.content_changes.into_iter().map(change).collect();
    let document = params.text_document;
    Ok((document.text_document_identifier.uri.0, document.version, changes))
}

/// The document that a message is about.
pub fn document(params: &Value) -> Result<String, String> {
    let document = params.get("textDocument").cloned().unwrap_or_default();
    Ok(parameters::<lsp::TextDocumentIdentifier>(document)?.uri.0)
}

/// A field of the parameters that is a position, a range, or a list of positions.
pub fn position(value: Option<&Value>) -> Result<EditorPosition, String> {
    parameters::<lsp::Position>(value.cloned().unwrap_or_default()).map(from_position)
}

/// The same for a range.
pub fn range(value: Option<&Value>) -> Result<(EditorPosition, EditorPosition), String> {
    parameters::<lsp::Range>(value.cloned().unwrap_or_default()).map(from_range)
}

fn from_position(position: lsp::Position) -> EditorPosition {
    EditorPosition { line: position.line, column: position.character }
}

fn from_range(range: lsp::Range) -> (EditorPosition, EditorPosition) {
    (from_position(range.start), from_position(range.end))
}

/// Which kinds of actions a request asks for; `None`: all.
pub fn wanted_actions(params: &Value) -> Option<Vec<String>> {
    let only = params.get("context")?.get("only")?.as_array()?;
    Some(only.iter().filter_map(Value::as_str).map(str::to_owned).collect())
}

// ------------------------------------------------------------------------------------- to the editor

/// What the server can do.
pub fn server_setup(setup: &ClientSetup) -> Value {
    let encoding = match setup.unit {
        ColumnUnit::Utf8 => lsp::PositionEncodingKind::UTF8,
        ColumnUnit::Utf16 => lsp::PositionEncodingKind::UTF16,
    };
    let sync = lsp::TextDocumentSyncOptions {
        open_close: Some(true),
        change: Some(lsp::TextDocumentSyncKind::Incremental),
        save: Some(true.into()),
        ..Default::default()
    };
    let capabilities = lsp::ServerCapabilities {
        position_encoding: Some(encoding),
        text_document_sync: Some(sync.into()),
        completion_provider: Some(lsp::CompletionOptions {
            // A blank: what follows a word is known before the next one is begun.
            trigger_characters: Some(vec![" ".into(), "[".into()]),
            ..Default::default()
        }),
        hover_provider: Some(true.into()),
        definition_provider: Some(true.into()),
        references_provider: Some(true.into()),
        document_highlight_provider: Some(true.into()),
        document_symbol_provider: Some(true.into()),
        folding_range_provider: Some(true.into()),
        selection_range_provider: Some(true.into()),
        document_formatting_provider: Some(true.into()),
        document_range_formatting_provider: Some(true.into()),
        ..Default::default()
    };
    let mut capabilities = to_value(capabilities);
    // These are objects of plain fields.
    let more = json!({
        "renameProvider": { "prepareProvider": true },
        "codeActionProvider": { "codeActionKinds": ["quickfix", FIX_ALL] },
        "codeLensProvider": {},
        "executeCommandProvider": { "commands": [RUN_TEST] },
        "semanticTokensProvider": {
            "legend": { "tokenTypes": TOKEN_TYPES, "tokenModifiers": ["definition"] },
            "full": true,
        },
    });
    if let (Some(all), Value::Object(more)) = (capabilities.as_object_mut(), more) {
        all.extend(more);
    }
    let version = env!("CARGO_PKG_VERSION");
    json!({ "capabilities": capabilities, "serverInfo": { "name": "mnc", "version": version } })
}

/// A value of the protocol as JSON.
fn to_value(value: impl serde::Serialize) -> Value {
    serde_json::to_value(value).unwrap_or_default()
}

fn to_position(position: EditorPosition) -> lsp::Position {
    lsp::Position { line: position.line, character: position.column }
}

fn to_range((start, end): (EditorPosition, EditorPosition)) -> lsp::Range {
    lsp::Range { start: to_position(start), end: to_position(end) }
}

impl OpenDocument {
    fn lsp_range(&self, span: Span) -> lsp::Range {
        to_range(self.lines.range(&self.text, span))
    }
}

/// What has been found in a document, for `textDocument/publishDiagnostics`.
pub fn published(
    document: &OpenDocument,
    setup: &ClientSetup,
    found: &[&diagnostic::Diagnostic],
) -> Value {
    let all = found.iter().map(|finding| to_diagnostic(document, setup, finding)).collect();
    to_value(lsp::PublishDiagnosticsParams {
        uri: document.uri.clone().into(),
        version: Some(document.version),
        diagnostics: all,
    })
}

/// An empty list of findings, for a document that is closed.
pub fn nothing_published(uri: &str) -> Value {
    to_value(lsp::PublishDiagnosticsParams {
        uri: uri.into(),
        version: None,
        diagnostics: Vec::new(),
    })
}

fn to_diagnostic(
    document: &OpenDocument,
    setup: &ClientSetup,
    finding: &diagnostic::Diagnostic,
) -> lsp::Diagnostic {
    let mut labels = finding.labels.iter();
    let first = labels.next();
    let own = first.filter(|label| label.span.file == 0);
    let mut message = finding.message.clone();
    if let Some(label) = own.filter(|label| label.text != "here") {
        message = format!("{message}: {}", label.text);
    }
    let mut related = Vec::new();
    // What is about a base is shown where this text names it.
    if let (None, Some(label)) = (own, first) {
        let name = document.findings.sources.get(label.span.file).map_or("", |source| &source.name);
        let line = document.findings.sources.line_column(label.span).line;
        message = format!("in `{}`, line {line}: {message}", visible::escape(name));
        related.extend(to_related(document, label));
    }
    related.extend(labels.filter_map(|label| to_related(document, label)));
    if let Some(help) = finding.help_text() {
        message = format!("{message}\nhelp: {help}");
    }
    let href = setup.code_link.as_ref().map(|link| link.replace("{code}", finding.code).into());
    let span = own.map_or_else(|| base_name(document), |label| label.span);
    lsp::Diagnostic {
        range: document.lsp_range(span),
        severity: Some(match finding.severity {
            diagnostic::Severity::Error => lsp::DiagnosticSeverity::Error,
            diagnostic::Severity::Warning => lsp::DiagnosticSeverity::Warning,
            diagnostic::Severity::Note => lsp::DiagnosticSeverity::Hint,
        }),
        code: Some(finding.code.to_owned().into()),
        code_description: href.map(|href| lsp::CodeDescription { href }),
        source: Some("mnc".into()),
        message: message.into(),
        tags: catalogue::is_unnecessary(finding.code)
            .then(|| vec![lsp::DiagnosticTag::Unnecessary]),
        related_information: (!related.is_empty()).then_some(related),
        data: None,
    }
}

/// Where a text names the game that it is like.
fn base_name(document: &OpenDocument) -> Span {
    let game = mnc::syntax::parse_tree(0, &document.text).game;
    game.map_or(Span::default(), |game| game.like.map_or(game.span, |like| like.span))
}

fn to_related(
    document: &OpenDocument,
    label: &diagnostic::Label,
) -> Option<lsp::DiagnosticRelatedInformation> {
    let location = match label.span.file {
        0 => to_location(document, None, label.span)?,
        file => {
            let source = document.findings.sources.get(file)?;
            let base = BaseText { name: source.name.clone(), text: source.text.clone() };
            to_location(document, Some(&base), label.span)?
        }
    };
    Some(lsp::DiagnosticRelatedInformation { location, message: label.text.clone() })
}

/// A place in this text or in the file of a base. A shipped game has no file.
fn to_location(
    document: &OpenDocument,
    base: Option<&BaseText>,
    span: Span,
) -> Option<lsp::Location> {
    let Some(base) = base else {
        return Some(lsp::Location {
            uri: document.uri.clone().into(),
            range: document.lsp_range(span),
        });
    };
    let uri = file_uri::of_path(Path::new(&base.name))?;
    let range = LineTable::of(&base.text, document.lines.unit()).range(&base.text, span);
    Some(lsp::Location { uri: uri.into(), range: to_range(range) })
}

/// Where a name is defined.
pub fn definitions(document: &OpenDocument, found: &[Definition]) -> Value {
    let to = |place: &Definition| to_location(document, place.base.as_ref(), place.span);
    to_value(found.iter().filter_map(to).collect::<Vec<_>>())
}

/// Places in this text.
pub fn locations(document: &OpenDocument, spans: &[Span]) -> Value {
    to_value(spans.iter().filter_map(|span| to_location(document, None, *span)).collect::<Vec<_>>())
}

/// The same as highlights.
pub fn highlights(document: &OpenDocument, spans: &[Span]) -> Value {
    let highlight =
        |span: &Span| lsp::DocumentHighlight { range: document.lsp_range(*span), kind: None };
    to_value(spans.iter().map(highlight).collect::<Vec<_>>())
}

/// What can be typed.
pub fn completion(document: &OpenDocument, found: &Completion) -> Value {
    let range = document.lsp_range(found.replaces);
    let items = found.items.iter().enumerate();
    let items = items.map(|(nth, item)| to_completion_item(range, nth, item)).collect();
    to_value(lsp::CompletionList { is_incomplete: false, items, ..Default::default() })
}

fn to_completion_item(range: lsp::Range, nth: usize, item: &CompletionItem) -> lsp::CompletionItem {
    use lsp::CompletionItemKind as Kind;
    let kind = match item.kind {
        CompletionKind::Phrase => Kind::Keyword,
        CompletionKind::Place | CompletionKind::Answer => Kind::Value,
        CompletionKind::Game => Kind::Module,
        CompletionKind::Name(name) => match name {
            NameKind::Option => Kind::Constant,
            NameKind::Word => Kind::Function,
            NameKind::Mark => Kind::EnumMember,
            NameKind::Note => Kind::Field,
            NameKind::SeedKind => Kind::Class,
            NameKind::Player => Kind::Struct,
            NameKind::Point => Kind::Reference,
            NameKind::Stage | NameKind::Variation => Kind::Text,
            _ => Kind::Variable,
        },
    };
    let meaning = match item.kind {
        CompletionKind::Phrase => meaning_of(&item.text, &[]),
        CompletionKind::Name(_)
        | CompletionKind::Place
        | CompletionKind::Answer
        | CompletionKind::Game => None,
    };
    lsp::CompletionItem {
        label: item.text.clone(),
        kind: Some(kind),
        detail: item.detail.clone(),
        label_details: item.typed_as.map(|word| lsp::CompletionItemLabelDetails {
            detail: None,
            description: Some(format!("for `{word}`")),
        }),
        filter_text: item.typed_as.map(str::to_owned),
        documentation: meaning.map(|text| markdown(text).into()),
        // Editors sort by this; the likely ones are first.
        sort_text: Some(format!("{nth:04}")),
        text_edit: Some(lsp::TextEdit { range, new_text: item.text.clone() }.into()),
        ..Default::default()
    }
}

fn markdown(value: String) -> lsp::MarkupContent {
    lsp::MarkupContent { kind: lsp::MarkupKind::Markdown, value }
}

/// What a word means.
pub fn hover(document: &OpenDocument, meaning: WordMeaning) -> Value {
    let range = Some(document.lsp_range(meaning.span));
    to_value(lsp::Hover { contents: markdown(meaning.text).into(), range })
}

/// The range of a word that can be renamed.
pub fn rename_range(document: &OpenDocument, span: Span) -> Value {
    to_value(document.lsp_range(span))
}

/// Edits of a document.
pub fn text_edits(document: &OpenDocument, edits: &[Edit]) -> Value {
    to_value(to_edits(document, edits))
}

fn to_edits(document: &OpenDocument, edits: &[Edit]) -> Vec<lsp::TextEdit> {
    let edit = |edit: &Edit| lsp::TextEdit {
        range: document.lsp_range(edit.span),
        new_text: edit.replacement.clone(),
    };
    edits.iter().map(edit).collect()
}

/// Edits of a document, as a change of the workspace.
pub fn workspace_edit(document: &OpenDocument, edits: &[Edit]) -> Value {
    to_value(to_workspace_edit(document, edits))
}

fn to_workspace_edit(document: &OpenDocument, edits: &[Edit]) -> lsp::WorkspaceEdit {
    let changes = HashMap::from([(document.uri.clone().into(), to_edits(document, edits))]);
    lsp::WorkspaceEdit { changes: Some(changes), ..Default::default() }
}

/// A correction of a finding.
pub fn quick_fix(
    document: &OpenDocument,
    setup: &ClientSetup,
    finding: &diagnostic::Diagnostic,
    title: String,
    preferred: bool,
    edits: &[Edit],
) -> Value {
    to_value(lsp::CodeAction {
        title,
        kind: Some(lsp::CodeActionKind::QuickFix),
        diagnostics: Some(vec![to_diagnostic(document, setup, finding)]),
        is_preferred: preferred.then_some(true),
        edit: Some(to_workspace_edit(document, edits)),
        ..Default::default()
    })
}

/// All safe corrections of a document.
pub fn fix_all(document: &OpenDocument, edits: &[Edit]) -> Value {
    to_value(lsp::CodeAction {
        title: "Apply all safe fixes".into(),
        kind: Some(lsp::CodeActionKind::new(FIX_ALL)),
        edit: Some(to_workspace_edit(document, edits)),
        ..Default::default()
    })
}

/// The parts of a document.
pub fn symbols(document: &OpenDocument, items: &[OutlineItem]) -> Value {
    to_value(items.iter().map(|item| to_symbol(document, item)).collect::<Vec<_>>())
}

fn to_symbol(document: &OpenDocument, item: &OutlineItem) -> lsp::DocumentSymbol {
    use lsp::SymbolKind as Kind;
    let kind = match item.kind {
        OutlineKind::Game => Kind::File,
        OutlineKind::Section => Kind::Namespace,
        OutlineKind::Stage => Kind::Module,
        OutlineKind::Variation => Kind::Package,
        OutlineKind::Test => Kind::Method,
        OutlineKind::Name(name) => match name {
            NameKind::Option => Kind::Constant,
            NameKind::Word => Kind::Function,
            NameKind::Mark => Kind::EnumMember,
            NameKind::Note => Kind::Field,
            NameKind::SeedKind => Kind::Class,
            NameKind::Player => Kind::Struct,
            NameKind::Point => Kind::Number,
            NameKind::Stage | NameKind::Variation => Kind::String,
            _ => Kind::Variable,
        },
    };
    #[allow(deprecated)]
    lsp::DocumentSymbol {
        name: item.name.clone(),
        detail: None,
        kind,
        tags: None,
        deprecated: None,
        range: document.lsp_range(item.span),
        selection_range: document.lsp_range(item.name_span),
        children: Some(item.children.iter().map(|child| to_symbol(document, child)).collect()),
    }
}

/// What can be folded.
pub fn folds(document: &OpenDocument, spans: &[Span]) -> Value {
    let fold = |span: &Span| {
        let (start, end) = document.lines.range(&document.text, *span);
        let is_comment = document.text.get(span.range()).is_some_and(|text| text.starts_with('#'));
        lsp::FoldingRange {
            start_line: start.line,
            end_line: end.line,
            kind: is_comment.then_some(lsp::FoldingRangeKind::Comment),
            ..Default::default()
        }
    };
    to_value(spans.iter().map(fold).collect::<Vec<_>>())
}

/// What encloses each of some places, the smallest first.
pub fn selections(document: &OpenDocument, places: &[Vec<Span>]) -> Value {
    let nest = |spans: &Vec<Span>| {
        spans.iter().rev().fold(None, |parent: Option<lsp::SelectionRange>, span| {
            let range = document.lsp_range(*span);
            Some(lsp::SelectionRange { range, parent: parent.map(Box::new) })
        })
    };
    to_value(places.iter().filter_map(nest).collect::<Vec<_>>())
}

/// The tests of a document, each with the command that plays it.
pub fn lenses(document: &OpenDocument, tests: &[TestHeading]) -> Value {
    let lens = |test: &TestHeading| lsp::CodeLens {
        range: document.lsp_range(test.span),
        command: Some(lsp::Command {
            title: "Run this test".into(),
            command: RUN_TEST.into(),
            arguments: Some(vec![document.uri.clone().into(), test.name.clone().into()]),
            tooltip: None,
        }),
        data: None,
    };
    to_value(tests.iter().map(lens).collect::<Vec<_>>())
}

/// A message for the person at the editor.
pub fn message(is_good: bool, text: String) -> Value {
    let kind = if is_good { lsp::MessageType::Info } else { lsp::MessageType::Warning };
    to_value(lsp::ShowMessageParams { kind, message: text })
}

/// The types of coloured words, by the numbers that [`token_type`] gives.
const TOKEN_TYPES: [&str; 11] = [
    "keyword",
    "number",
    "string",
    "comment",
    "parameter",
    "function",
    "enumMember",
    "property",
    "type",
    "variable",
    "class",
];

/// The number of a type in [`TOKEN_TYPES`].
fn token_type(kind: WordKind) -> u32 {
    match kind {
        WordKind::Heading => 0,
        WordKind::Number => 1,
        WordKind::Text => 2,
        WordKind::Comment => 3,
        WordKind::Name(name) => match name {
            NameKind::Option => 4,
            NameKind::Word => 5,
            NameKind::Mark => 6,
            NameKind::Note => 7,
            NameKind::SeedKind => 8,
            NameKind::Player => 10,
            NameKind::Stage | NameKind::Variation => 2,
            NameKind::Point => 1,
            _ => 9,
        },
    }
}

/// The colours of words.
pub fn semantic_tokens(document: &OpenDocument, words: &[ColouredWord]) -> Value {
    let mut before = EditorPosition::default();
    let mut data = Vec::new();
    for word in words {
        let (start, end) = document.lines.range(&document.text, word.span);
        let delta_line = start.line.saturating_sub(before.line);
        let from = if delta_line == 0 { before.column } else { 0 };
        data.push(lsp::SemanticToken {
            delta_line,
            delta_start: start.column.saturating_sub(from),
            length: end.column.saturating_sub(start.column),
            token_type: token_type(word.kind),
            token_modifiers_bitset: u32::from(word.defines),
        });
        before = start;
    }
    to_value(lsp::SemanticTokens { result_id: None, data })
}
