//! `variations-alike`: two variations that change the same.

use super::alike::repeated;
use super::{Lint, LintInput, LintSubject, ast_queries};
use crate::diagnostic::{Diagnostic, Severity};
use crate::syntax::ast::{AstBody, Variation};

pub(super) const LINT: Lint =
    Lint { name: "variations-alike", severity: Severity::Warning, needs: LintInput::Text, check };

fn check(subject: &LintSubject<'_>, _: &[Diagnostic]) -> Vec<Diagnostic> {
    let variations = subject.file().into_iter().flat_map(|file| &file.variations);
    let texts = variations.map(|variation| (variation, text_of(subject, &variation.body)));
    let (variations, texts): (Vec<&Variation>, Vec<String>) =
        texts.filter(|(_, text)| !text.is_empty()).unzip();
    let all = repeated(&texts).into_iter();
    all.map(|(at, first)| finding(variations[at], variations[first])).collect()
}

fn finding(variation: &Variation, first: &Variation) -> Diagnostic {
    let message = format!(
        "the variation \"{}\" makes the same changes as \"{}\"",
        variation.name.text, first.name.text
    );
    Diagnostic::warning("variations-alike", variation.name.span, message)
        .found("the same changes")
        .label(first.name.span, "also here")
        .help("correct one of them, or delete it")
}

/// The headings and statements of a variation, without citations and comments.
fn text_of(subject: &LintSubject<'_>, body: &AstBody) -> String {
    let stages = body.stages.iter().map(|stage| subject.text(stage.span));
    let sections = body.all_sections().flat_map(|section| {
        let heading = std::iter::once(subject.text(section.span));
        let sources = &subject.description.sources;
        heading
            .chain(section.statements.iter().flat_map(|one| ast_queries::whole_text(one, sources)))
    });
    stages.chain(sections).collect::<Vec<_>>().join("\n")
}
