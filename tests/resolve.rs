//! The resolver: from descriptions to models or findings.
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic, missing_docs)]

mod support;

use insta::{assert_snapshot, glob};
use mnc::diagnostic::{Diagnostic, Severity};
use mnc::model::{Base, Cases, Cond, Model, Places, Ring, Step, StepKind, WayKind, WayLine};
use mnc::resolve::{Description, GameLoader, Setting, load};
use proptest::prelude::*;
use std::fmt::Write;
use std::path::{Path, PathBuf};

/// Games in a folder, by the name in their `game` line.
struct Folder(PathBuf);

impl GameLoader for Folder {
    fn find(&self, game: &str) -> Option<(String, String)> {
        for path in descriptions(&self.0) {
            let text = std::fs::read_to_string(&path).ok()?;
            if text.contains(&format!("game \"{game}\"")) {
                return Some((path.file_name()?.to_string_lossy().into_owned(), text));
            }
        }
        None
    }
}

fn root() -> PathBuf {
    PathBuf::from(env!("CARGO_MANIFEST_DIR"))
}

fn descriptions(folder: &Path) -> Vec<PathBuf> {
    let mut files: Vec<PathBuf> = std::fs::read_dir(folder)
        .unwrap()
        .map(|entry| entry.unwrap().path())
        .filter(|path| path.extension().is_some_and(|e| e == "mnc"))
        .collect();
    files.sort();
    files
}

fn library() -> Folder {
    Folder(root().join("games"))
}

/// Everything found in a description, in all its settings, each once.
fn all_findings(text: &str) -> (Description, usize, Vec<Diagnostic>) {
    let (description, mut found) = load("it.mnc", text, &library());
    let mut built = 0;
    for setting in description.settings() {
        let (model, more) = description.build(&setting);
        built += usize::from(model.is_some());
        let new: Vec<Diagnostic> = more.into_iter().filter(|d| !found.contains(d)).collect();
        found.extend(new);
    }
    (description, built, found)
}

fn rendered(description: &Description, finding: &Diagnostic) -> String {
    let at = description.sources.line_column(finding.labels[0].span);
    let mut line = format!("{}:{} {}: {}", at.line, at.column, finding.code, finding.message);
    if let Some(help) = finding.help_text() {
        write!(line, "\n    {help}").unwrap();
    }
    for fix in &finding.fixes {
        let kind = if fix.is_safe() { "fix" } else { "guess" };
        let edits = support::fixes::edits(&description.sources, fix);
        write!(line, "\n    {kind}: {edits}").unwrap();
    }
    line
}

#[test]
fn bad_descriptions() {
    glob!("cases/resolve/bad/*.mnc", |path| {
        let text = std::fs::read_to_string(path).unwrap();
        let (description, _, found) = all_findings(&text);
        let lines: Vec<String> =
            found.iter().map(|finding| rendered(&description, finding)).collect();
        assert!(!lines.is_empty(), "{}: nothing was found", path.display());
        assert_snapshot!(lines.join("\n"));
    });
}

/// The first line of a bad description names its codes; no others are reported.
#[test]
fn one_mistake_one_finding() {
    let mut wrong = String::new();
    for path in descriptions(&root().join("tests/cases/resolve/bad")) {
        let text = std::fs::read_to_string(&path).unwrap();
        let expected = text.lines().next().unwrap().trim_start_matches('#').trim().to_string();
        let (description, _, found) = all_findings(&text);
        let codes: Vec<&str> = found.iter().map(|finding| finding.code).collect();
        if codes.join(" ") != expected {
            let found = findings(&description, &found);
            writeln!(wrong, "{}: {expected}, but\n{found}", path.display()).unwrap();
        }
    }
    assert_eq!(wrong, "");
}

#[test]
fn good_descriptions() {
    glob!("cases/resolve/good/*.mnc", |path| {
        let text = std::fs::read_to_string(path).unwrap();
        let (description, found) = load("it.mnc", &text, &library());
        let mut out = findings(&description, &found);
        for setting in description.settings() {
            let default = setting == Setting::default();
            let (model, found) = description.build(&setting);
            out += &findings(&description, &found);
            let model = model.unwrap_or_else(|| panic!("{}: {setting:?}\n{out}", path.display()));
            if default || !setting.variations.is_empty() && setting.options.is_empty() {
                out += &summary(&model);
            }
        }
        assert_snapshot!(out);
    });
}

fn findings(description: &Description, found: &[Diagnostic]) -> String {
    let errors = found.iter().filter(|finding| finding.severity == Severity::Error);
    errors.map(|finding| rendered(description, finding) + "\n").collect()
}

/// Every shipped game builds in every setting, without findings.
#[test]
fn shipped_games() {
    for path in descriptions(&root().join("games")) {
        let text = std::fs::read_to_string(&path).unwrap();
        let (description, built, found) = all_findings(&text);
        let found = findings(&description, &found);
        assert_eq!(found, "", "{}", path.display());
        assert_eq!(built, description.settings().len(), "{}", path.display());
    }
}

// A model in a few lines.

fn summary(model: &Model) -> String {
    let mut out = format!("== {}", model.name);
    for variation in &model.variations {
        write!(out, ", {variation}").unwrap();
    }
    for (option, value) in &model.options {
        write!(out, " [{option} = {value}]").unwrap();
    }
    out.push('\n');
    let board = &model.board;
    for seat in &board.seats {
        let owned = board.places.iter().filter(|place| {
            place.hole.is_some() && place.owner.is_some_and(|o| model.player(o) == seat.name)
        });
        let owned: Vec<&str> = owned.map(|place| place.id.as_str()).collect();
        let side = if seat.far_side { "far" } else { "near" };
        writeln!(out, "{} ({side}): {}", seat.name, owned.join(" ")).unwrap();
    }
    let others: Vec<String> = board.places[board.holes..]
        .iter()
        .map(|place| format!("{} {:?}", place.id, place.kind))
        .collect();
    writeln!(out, "places: {}", others.join(", ")).unwrap();
    let start: Vec<String> =
        model.start.iter().map(|(_, p, n)| format!("{} {n}", model.place(*p))).collect();
    writeln!(out, "start: {}; {} moves first", start.join(" "), model.player(model.first)).unwrap();
    for stage in &model.stages {
        if !stage.name.is_empty() {
            writeln!(out, "stage {}", stage.name).unwrap();
        }
        stage.rules.way.iter().for_each(|line| way(model, line, &mut out));
    }
    for (nth, clause) in model.clauses.iter().enumerate().filter(|(_, clause)| !clause.default) {
        writeln!(out, "{nth:3} {:?}: {}", clause.section, clause.text).unwrap();
    }
    for mark in &model.marks {
        writeln!(out, "mark {} {:?}", mark.name, mark.of_each_player).unwrap();
    }
    for note in &model.notes {
        writeln!(out, "note {} {:?} {:?}", note.name, note.kind, note.of_each_player).unwrap();
    }
    out
}

fn way(model: &Model, line: &WayLine, out: &mut String) {
    let WayKind::Circuit { rings, dir, .. } = &line.kind else { return };
    let same = rings.windows(2).all(|two| two[0] == two[1]);
    for (ring, seat) in rings.iter().zip(&model.board.seats).take(if same { 1 } else { 9 }) {
        let name = if same { "ring" } else { &seat.name };
        writeln!(out, "{name}: {} ({dir:?})", ring_text(model, ring)).unwrap();
    }
}

fn ring_text(model: &Model, ring: &Ring) -> String {
    let ids: Vec<&str> = ring.places.iter().map(|place| model.place(*place)).collect();
    let right = if ring.right_is_forward { "right is forward" } else { "left is forward" };
    format!("{}; {right}", ids.join(" "))
}

// Invariants of every model.

/// Every index in a model is in range.
fn sound(model: &Model) {
    let clauses = model.clauses.len();
    let places = model.board.places.len();
    assert!(places <= 250);
    for (clause, place, _) in &model.start {
        assert!(clause.index() < clauses && place.index() < places);
    }
    for stage in &model.stages {
        let rules = &stage.rules;
        for line in &rules.way {
            assert!(line.clause.index() < clauses);
            if let WayKind::Circuit { rings, .. } = &line.kind {
                assert_eq!(rings.len(), model.seats());
                for ring in rings {
                    let mut seen = ring.places.clone();
                    seen.sort();
                    seen.dedup();
                    assert_eq!(seen.len(), ring.places.len(), "a place twice in a ring");
                    assert!(ring.places.iter().all(|place| place.index() < places));
                }
            }
        }
        for list in [&rules.moves, &rules.each_seed, &rules.last_seed, &rules.end] {
            sound_cases(list, clauses);
        }
    }
    model.opening.iter().for_each(|step| sound_step(step, clauses));
    model.next_game.iter().flatten().for_each(|step| sound_step(step, clauses));
}

fn sound_cases(cases: &Cases, clauses: usize) {
    for case in cases.lists.iter().flatten() {
        assert!(case.clause.index() < clauses);
        assert!(!matches!(case.when, Some(Cond::Fixed(_))), "a decided condition is left");
    }
}

fn sound_step(step: &Step, clauses: usize) {
    assert!(step.clause.index() < clauses);
    match &step.kind {
        StepKind::Cases(cases) => sound_cases(cases, clauses),
        StepKind::For(_, steps) | StepKind::ForEach(_, _, steps) | StepKind::When(_, steps) => {
            steps.iter().for_each(|step| sound_step(step, clauses));
        }
    }
}

/// Builds every setting of a text, which must not panic.
fn survive(text: &str) {
    let (description, _) = load("it.mnc", text, &library());
    for setting in description.settings().iter().take(40) {
        if let (Some(model), _) = description.build(setting) {
            sound(&model);
        }
    }
}

fn texts() -> Vec<String> {
    ["games", "tests/cases/resolve/good", "tests/cases/resolve/bad"]
        .iter()
        .flat_map(|folder| descriptions(&root().join(folder)))
        .map(|path| std::fs::read_to_string(path).unwrap())
        .map(|text| text.split("\ntest ").next().unwrap().to_string())
        .collect()
}

#[test]
fn models_are_sound() {
    texts().iter().for_each(|text| survive(text));
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 150, ..ProptestConfig::default() })]

    /// Lines and words of good and bad descriptions, removed, doubled and moved.
    #[test]
    fn mutated_descriptions_do_not_panic(
        which in any::<prop::sample::Index>(),
        edits in prop::collection::vec((0..5u8, any::<prop::sample::Index>(), any::<prop::sample::Index>()), 1..5),
    ) {
        let texts = texts();
        let mut lines: Vec<String> = which.get(&texts).lines().map(str::to_string).collect();
        for (edit, here, there) in edits {
            let from = there.index(lines.len());
            let line = lines[from].clone();
            let at = here.index(lines.len());
            match edit {
                0 => { lines.remove(at); }
                1 => lines.insert(at, line),
                2 => lines.swap(at, from),
                3 => lines[at] = swap_word(&lines[at], &line, from),
                _ => lines[at] = numbers_changed(&lines[at], from),
            }
            if lines.is_empty() { break; }
        }
        survive(&lines.join("\n"));
    }
}

/// Replaces one word of a line by a word of another line.
fn swap_word(line: &str, other: &str, nth: usize) -> String {
    let indent: String = line.chars().take_while(|c| *c == ' ').collect();
    let mut words: Vec<&str> = line.split_whitespace().collect();
    let others: Vec<&str> = other.split_whitespace().collect();
    if words.is_empty() || others.is_empty() {
        return line.to_string();
    }
    let at = nth % words.len();
    words[at] = others[nth % others.len()];
    indent + &words.join(" ")
}

/// Makes the numbers of a line small, large, or enormous.
fn numbers_changed(line: &str, nth: usize) -> String {
    let new = ["0", "1", "255", "65535", "99999999999", "18446744073709551615"][nth % 6];
    let mut out = String::new();
    let mut digits = false;
    for c in line.chars() {
        if c.is_ascii_digit() {
            if !digits {
                out.push_str(new);
            }
            digits = true;
        } else {
            digits = false;
            out.push(c);
        }
    }
    out
}

#[test]
fn places_of_a_union_are_kept() {
    let text = std::fs::read_to_string(root().join("games/oware.mnc")).unwrap();
    let (description, _) = load("oware.mnc", &text, &library());
    let (model, _) = description.build(&Setting::default());
    let model = model.unwrap();
    let captures = model.stages[0].rules.last_seed.lists.iter().flatten().next().unwrap();
    let mnc::model::Deed::Capture(source) = &captures.actions[0].deed else { panic!() };
    let Places { parts } = &source.places;
    assert!(matches!(parts[0].base, Base::It));
    assert!(matches!(parts[1].base, Base::Run { backward: true, forward: false, .. }));
}
