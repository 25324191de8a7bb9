//! Parses a description and the games it is `like`, and merges them.

use super::merge::{Layer, MergedDescription};
use super::report::DiagnosticReport;
use super::{Description, GameLoader, Setting, limits, options, walk};
use crate::diagnostic::{Diagnostic, Fix};
use crate::source::Sources;
use crate::span::Span;
use crate::suggest::nearest;
use crate::syntax::ast::{self, SectionKind, Statement, StatementKind};
use std::collections::{BTreeMap, BTreeSet};

/// The longest chain of games based on each other.
const LONGEST_CHAIN: usize = 16;

/// Parses and merges a description and the games it is `like`. Returns all syntax errors, and findings about
/// sections, points and options that do not fit together.
pub fn load(name: &str, text: &str, library: &dyn GameLoader) -> (Description, Vec<Diagnostic>) {
    load_by(&crate::syntax::parse, name, text, library)
}

/// The same without the findings, which take longest where a text is broken.
pub fn load_unexplained(name: &str, text: &str, library: &dyn GameLoader) -> Description {
    load_by(&crate::syntax::parse_unexplained, name, text, library).0
}

/// The syntax tree of a text with this number, and what is wrong with it.
type Parse<'a> = &'a dyn Fn(u16, &str) -> (ast::File, Vec<Diagnostic>);

fn load_by(
    parse: Parse<'_>,
    name: &str,
    text: &str,
    library: &dyn GameLoader,
) -> (Description, Vec<Diagnostic>) {
    let mut sources = Sources::default();
    let mut report = DiagnosticReport::default();
    let files = read_chain(parse, name, text, library, &mut sources, &mut report);
    let last = files.last().and_then(|file| file.game.as_ref());
    let base_missing = last.is_some_and(|game| game.like.is_some());
    let unread = report.failed().then(|| names_in_texts(&files, &sources));

    let mut merged = MergedDescription::default();
    let mut changes: Vec<ast::Variation> = Vec::new();
    let mut taken_over = 0;
    for (nth, file) in files.iter().rev().enumerate() {
        let layer = if nth == 0 { Layer::Game } else { Layer::Change };
        merged.apply(&file.body, layer, &sources, &mut report);
        for variation in &file.variations {
            add_variation(&mut changes, variation, &mut report);
        }
        if nth + 1 < files.len() {
            // *about* is not inherited.
            merged.sections.remove(&SectionKind::About);
            taken_over = changes.len();
        }
    }
    limits::truncate_variations(&mut changes, &mut report);
    check_points(&files, &mut report);
    super::about::check(&files, &mut report);
    let top = files.first();
    let game = top.and_then(|file| file.game.as_ref());
    let heading = game.map(|game| game.span).unwrap_or_default();
    let mut unfit = Vec::new();
    let mut nth = 0;
    changes.retain(|variation| {
        nth += 1;
        let fits = nth > taken_over || merged.accepts(&variation.body, &sources);
        if !fits {
            unfit.push(variation.name.text.clone());
        }
        fits
    });
    taken_over = taken_over.saturating_sub(unfit.len());

    let options = options::declared_options(&merged, &changes, &sources, &mut report);
    for stage in &merged.stages {
        merged.of_stage(stage, &sources, &mut report);
    }
    let statements = |kind| merged.sections.get(&kind).map_or(&[][..], |t| &t.statements[..]);
    let mut found = report.into_list();
    if base_missing {
        // What is to be changed may be in the base.
        found.retain(|finding| finding.code != "change-not-there");
    }
    let mut description = Description {
        name: game.map_or_else(|| name.to_string(), |game| game.name.text.clone()),
        about: statements(SectionKind::About).iter().filter_map(about).collect(),
        options,
        variations: changes.iter().map(|variation| variation.name.text.clone()).collect(),
        tests: top.map(|file| file.tests.clone()).unwrap_or_default(),
        heading,
        sources,
        merged,
        variation_changes: changes,
        names_in_broken_text: unread,
        base_missing,
        load_diagnostics: found.clone(),
    };
    unfit.extend(drop_unfit_variations(&mut description, taken_over));
    if !unfit.is_empty() {
        found.push(variations_dropped(&unfit, heading));
    }
    (description, found)
}

/// The names that the texts define, also in broken statements: what looks like a definition there, and
/// the first words of broken statements in *words* and *options*.
fn names_in_texts(files: &[ast::File], sources: &Sources) -> BTreeSet<String> {
    let defined = sources.iter().flat_map(|source| crate::syntax::user_defined_names(&source.text));
    let mut names = crate::order::set(defined);
    let sections = files.iter().flat_map(ast::File::sections);
    let telling = sections.filter(|s| matches!(s.kind, SectionKind::Words | SectionKind::Options));
    let broken = telling.flat_map(|s| &s.statements).filter(|s| s.kind == StatementKind::Broken);
    names.extend(broken.filter_map(|statement| {
        let words = sources.slice(statement.span);
        words.split_whitespace().next().map(str::to_owned)
    }));
    names
}

/// Removes variations of the bases (the first `taken_over`) that cannot be applied to this game;
/// returns their names.
fn drop_unfit_variations(description: &mut Description, taken_over: usize) -> Vec<String> {
    if taken_over == 0 || description.build(&Setting::default()).0.is_none() {
        return Vec::new();
    }
    let fits = |name: &String| {
        let variations = vec![name.clone()];
        description.build(&Setting { variations, ..Setting::default() }).0.is_some()
    };
    let inherited = description.variations.iter().take(taken_over);
    let unfit: Vec<String> = inherited.filter(|name| !fits(name)).cloned().collect();
    description.variations.retain(|name| !unfit.contains(name));
    description.variation_changes.retain(|variation| !unfit.contains(&variation.name.text));
    unfit
}

fn variations_dropped(variations: &[String], heading: Span) -> Diagnostic {
    let names = variations.join("`, `");
    let message = format!("not all variations of the base fit this game: `{names}` left out");
    Diagnostic::note("variation-left-out", heading, message)
        .help("to keep one, define it here under another name")
}

/// The description, then the game it is like, and so on.
fn read_chain(
    parse: Parse<'_>,
    name: &str,
    text: &str,
    library: &dyn GameLoader,
    sources: &mut Sources,
    report: &mut DiagnosticReport,
) -> Vec<ast::File> {
    let mut files = Vec::new();
    let mut chain: Vec<String> = Vec::new();
    let mut next = Some((name.to_string(), text.to_string()));
    let mut left = limits::MOST_STATEMENTS;
    while let Some((name, text)) = next.take() {
        let number = sources.add(name, text.clone());
        let (mut file, findings) = parse(number, &text);
        findings.into_iter().for_each(|finding| report.add(finding));
        limits::truncate(&mut file, &mut left, report);
        if let Some(game) = &file.game {
            chain.push(game.name.text.clone());
            if let Some(like) = &game.like {
                next = find_base(like, &chain, library, report);
            }
        }
        files.push(file);
    }
    files
}

fn find_base(
    like: &ast::Text,
    chain: &[String],
    library: &dyn GameLoader,
    report: &mut DiagnosticReport,
) -> Option<(String, String)> {
    if chain.contains(&like.text) || chain.len() >= LONGEST_CHAIN {
        report.add(
            Diagnostic::error(
                "like-itself",
                like.span,
                format!("`{}` would be based on itself", like.text),
            )
            .help("name another game, or delete `like` and describe the whole game"),
        );
        return None;
    }
    let found = library.find(&like.text);
    if found.is_none() {
        let message = format!("there is no game `{}` to base this on", like.text);
        let finding = Diagnostic::error("like-not-found", like.span, message);
        let names = library.names();
        let others = names.iter().filter(|name| !chain.contains(name)).map(String::as_str);
        report.add(match nearest(&like.text, others) {
            Some(near) => finding
                .help(format!("did you mean `{near}`?"))
                .fix(Fix::guess(like.span, format!("\"{near}\""))),
            None => finding.help("write the name as in the `game` line of that description"),
        });
    }
    found
}

fn add_variation(
    changes: &mut Vec<ast::Variation>,
    variation: &ast::Variation,
    report: &mut DiagnosticReport,
) {
    if let Some(first) = changes.iter().find(|known| known.name.text == variation.name.text) {
        report.add(
            Diagnostic::error(
                "variation-twice",
                variation.name.span,
                format!("there are two variations `{}`", variation.name.text),
            )
            .label(first.name.span, "first given here")
            .help("give one of them another name"),
        );
        return;
    }
    changes.push(variation.clone());
}

fn about(statement: &Statement) -> Option<ast::About> {
    match &statement.kind {
        StatementKind::About(about) => Some(about.clone()),
        _ => None,
    }
}

/// Reports points with the same number and citations of missing points, for each file by itself.
fn check_points(files: &[ast::File], report: &mut DiagnosticReport) {
    for file in files {
        let mut known: BTreeMap<u32, Span> = BTreeMap::new();
        let statements = file.sections().flat_map(|section| walk::statements(&section.statements));
        let statements: Vec<&Statement> = statements.collect();
        for statement in &statements {
            let StatementKind::Point(point) = &statement.kind else { continue };
            if let Some(first) = known.insert(point.number, statement.span) {
                report.add(
                    Diagnostic::error(
                        "point-twice",
                        statement.span,
                        format!("there are two points {}", point.number),
                    )
                    .label(first, "first given here")
                    .help("give each point its own number"),
                );
            }
        }
        for (number, span) in statements.iter().flat_map(|statement| &statement.cites) {
            if !known.contains_key(number) {
                report.add(no_such_point(*number, *span, &known));
            }
        }
    }
}

fn no_such_point(number: u32, span: Span, known: &BTreeMap<u32, Span>) -> Diagnostic {
    let finding =
        Diagnostic::error("no-such-point", span, format!("the source has no point {number}"));
    match (known.keys().next(), known.keys().next_back()) {
        (Some(first), Some(last)) => {
            finding.help(format!("the points are numbered from {first} to {last}"))
        }
        _ => finding.help("list under the source what it says, each point with a number"),
    }
}
