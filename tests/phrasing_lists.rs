//! What people write who do not know the language, as lists: `tests/cases/phrasing-lists/*.jsonl`.
//!
//! Each line is a statement in free wording, with the section that it was written in, the statements of the
//! language that it means (or the idea of `ideas.jsonl`, where many people said the same), and the statements of the
//! small game that they replace. Each is put into the small game and checked. The first message counts as
//!
//! - *right*, if its only fix, applied as it is, gives the intended game;
//! - *named*, if it shows a statement that is nearly the intended one;
//! - *wrong*, if its only fix gives a description without errors that is another game. There must be none.
//!
//! A statement without an error must mean what it says; if it does not, the first warning of `mnc check` about it counts.
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic, missing_docs)]

mod support;

use mnc::diagnostic::{Diagnostic, Severity};
use mnc::library::Shipped;
use mnc::lint::{self, LintInput, LintSubject};
use mnc::notation::fingerprint;
use mnc::resolve::{Setting, load};
use mnc::source::Sources;
use mnc::syntax::ast::SectionKind;
use mnc::syntax::{Saying, sayings};
use serde::Deserialize;
use std::collections::{BTreeMap, BTreeSet};
use std::fmt::Write as _;
use std::path::Path;
use support::fixes::applied;

/// The sections of the small game.
const GAME: [(&str, &[&str]); 8] = [
    ("board", &["2 rows of 6 holes", "each player owns the nearest row and a store"]),
    ("start", &["every hole holds 4"]),
    ("way", &["anticlockwise round every hole, then through the own store"]),
    ("turn", &["a player with no move passes"]),
    ("move", &["sow any own hole"]),
    ("last seed", &["makes 5 -> capture it"]),
    ("end", &["no seeds are left -> end game"]),
    ("winner", &["most seeds"]),
];

/// A line of a list.
#[derive(Deserialize)]
#[serde(untagged)]
enum Line {
    Case(Case),
    OfIdea(CaseOfIdea),
}

/// A line that says what it means.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Case {
    /// The section that it was written in.
    section: String,
    /// What was written.
    said: String,
    /// The intended statements: `SECTION: STATEMENT`. None: the language cannot say it, so no fix may change the game.
    means: Vec<String>,
    /// Other statements that would be right too, each a whole answer.
    #[serde(default)]
    also: Vec<Vec<String>>,
    /// The statements of the small game that are left out.
    #[serde(default)]
    replaces: Vec<String>,
    /// Statements that stand before it: a board, words, cases.
    #[serde(default)]
    given: Vec<String>,
    /// The statement that is right above it and becomes part of the intended ones.
    #[serde(default)]
    above: Vec<String>,
}

/// A line that says an idea of `ideas.jsonl`.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct CaseOfIdea {
    section: String,
    said: String,
    /// The name of the idea.
    idea: String,
    #[serde(default)]
    above: Vec<String>,
}

/// An idea that several people put into words: a line of `ideas.jsonl`, and what a line means.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Meaning {
    /// Its name; a line that says what it means has none.
    id: String,
    means: Vec<String>,
    #[serde(default)]
    also: Vec<Vec<String>>,
    #[serde(default)]
    replaces: Vec<String>,
    #[serde(default)]
    given: Vec<String>,
}

impl Meaning {
    /// The fingerprints of the games that are right.
    fn wanted(&self) -> Vec<String> {
        let given: Vec<(&str, &str)> = self.given.iter().map(|s| split(s)).collect();
        let whole = |means: &Vec<String>| -> Option<String> {
            let means = means.iter().map(|s| split(s));
            let statements: Vec<(&str, &str)> = given.iter().copied().chain(means).collect();
            read(&description(&statements, &self.replaces)).1
        };
        let wanted: Vec<String> = self.also.iter().chain([&self.means]).filter_map(whole).collect();
        assert!(!wanted.is_empty(), "{:?} cannot be read", self.means);
        wanted
    }
}

/// The ideas by their names, each with the fingerprints of the games that are right.
type Ideas = BTreeMap<String, (Meaning, Vec<String>)>;

fn split(statement: &str) -> (&str, &str) {
    let (section, text) = statement.split_once(':').unwrap();
    (section.trim(), text.trim_start_matches(' '))
}

/// The small game with these statements at the top of their sections.
fn description(statements: &[(&str, &str)], replaces: &[String]) -> String {
    let mut text = String::from("mnc 1\ngame \"Example\"\n");
    for name in SectionKind::ALL.map(SectionKind::words) {
        let mut body = String::new();
        for (_, statement) in statements.iter().filter(|(section, _)| *section == name) {
            for line in statement.lines() {
                writeln!(body, "  {line}").unwrap();
            }
        }
        let usual = GAME.iter().find(|(section, _)| *section == name);
        for line in usual.map_or(&[][..], |(_, lines)| lines) {
            if !replaces.contains(&format!("{name}: {line}")) {
                writeln!(body, "  {line}").unwrap();
            }
        }
        if !body.is_empty() {
            write!(text, "{name}\n{body}").unwrap();
        }
    }
    let tests = statements.iter().filter(|(section, _)| *section == "test");
    let lines: Vec<&str> = tests.flat_map(|(_, statement)| statement.lines()).collect();
    if !lines.is_empty() {
        write!(text, "test \"example\"\n  {}\n", lines.join("\n  ")).unwrap();
    }
    text
}

/// The errors, and the fingerprint of the game if there are none.
fn read(text: &str) -> (Vec<Diagnostic>, Option<String>) {
    let (described, mut found) = load("example.mnc", text, &Shipped);
    let (model, more) = described.build(&Setting::default());
    found.extend(more);
    found.retain(|finding| finding.severity == Severity::Error);
    let meaning = model.filter(|_| found.is_empty()).map(|model| fingerprint(&model));
    (found, meaning)
}

/// The first warning of `mnc check` about what was said.
fn warning(text: &str, said: &str) -> Option<Diagnostic> {
    let (described, _) = load("example.mnc", text, &Shipped);
    let subject = LintSubject::new(&described).reached();
    let from = text.find(said.lines().next()?)?;
    let within = |finding: &Diagnostic| {
        let at = finding.labels.first().map(|label| label.span.start as usize);
        at.is_some_and(|at| (from..from + said.len()).contains(&at))
    };
    lint::run(&subject, LintInput::Text, &[]).into_iter().find(within)
}

/// The text after the only fix of a finding.
fn fixed(text: &str, finding: &Diagnostic) -> Option<String> {
    let mut sources = Sources::default();
    sources.add("", text);
    match finding.fixes.as_slice() {
        [only] => Some(applied(&sources, [only])),
        _ => None,
    }
}

/// Whether a statement shown in a help is nearly an intended one: half of their words are common.
fn names(help: &str, meant: &str) -> bool {
    let words = |text: &str| -> BTreeSet<String> {
        text.split(|c: char| !c.is_alphanumeric() && c != '\'').map(String::from).collect()
    };
    let meant = words(meant);
    help.split('`').skip(1).step_by(2).any(|shown| {
        let shown = words(shown);
        shown.intersection(&meant).count() * 2 >= shown.union(&meant).count()
    })
}

/// What a fix must not lose: words that are always part of a rule, each with what may stand for it, and numbers
/// from 3.
fn lost<'a>(said: &'a str, fixed: &str) -> Vec<&'a str> {
    const ALWAYS: [(&str, &[&str]); 7] = [
        ("opposite", &["other way"]),
        ("inner", &[]),
        ("outer", &[]),
        // Who won, lost or began the previous game, and what was played in the previous turn.
        (
            "previous",
            &["before", "winner moves first", "loser moves first", "second player", "played"],
        ),
        ("half", &["or more", "more than"]),
        // A player who passes has the next turn again.
        ("until", &["again while", "passes"]),
        ("odd", &[]),
    ];
    let holes = ["holes", "pits", "cups", "houses"];
    let words: Vec<&str> = said.split(|c: char| !c.is_alphanumeric()).collect();
    let is_lost = |(at, word): &(usize, &&'a str)| {
        let kept = ALWAYS.iter().find(|(always, _)| always == *word);
        // `opposite to the clock` is anticlockwise, and `3 times` is `for the third time`.
        let of_clock = **word == "opposite" && words.contains(&"clock");
        let is_ordinal = **word == "3" && words.get(at + 1).is_some_and(|next| *next == "times");
        if of_clock && fixed.contains("anticlockwise") || is_ordinal && fixed.contains("third") {
            return false;
        }
        let number = word.parse::<u32>().is_ok_and(|number| number > 2);
        // If all players are named, their number need not be written.
        let named = |next: &&str| *next == "players" && !fixed.contains(&format!("{word} players"));
        let of_all = words.get(at + 1).is_some_and(|next| holes.contains(next) || named(next));
        let list =
            ["even number", "odd number", "from ", "passing"].iter().any(|l| fixed.contains(l));
        match kept {
            Some((always, others)) => {
                !fixed.contains(always) && !others.iter().any(|other| fixed.contains(other))
            }
            None => number && !of_all && !list && !fixed.contains(**word),
        }
    };
    words.iter().enumerate().filter(is_lost).map(|(_, word)| *word).collect()
}

#[derive(Default)]
struct Score {
    cases: usize,
    right: usize,
    named: usize,
    wrong: String,
    missed: String,
}

impl Score {
    fn add_line(&mut self, line: Line, ideas: &Ideas) {
        match line {
            Line::OfIdea(case) => {
                let (meaning, wanted) = &ideas[&case.idea];
                self.add(&case, meaning, wanted);
            }
            Line::Case(Case { section, said, means, also, replaces, given, above }) => {
                let id = String::new();
                let meaning = Meaning { id: id.clone(), means, also, replaces, given };
                let wanted = meaning.wanted();
                self.add(&CaseOfIdea { section, said, idea: id, above }, &meaning, &wanted);
            }
        }
    }

    fn add(&mut self, case: &CaseOfIdea, meant: &Meaning, wanted: &[String]) {
        self.cases += 1;
        let given: Vec<(&str, &str)> = meant.given.iter().map(|s| split(s)).collect();
        let above: Vec<(&str, &str)> = case.above.iter().map(|s| split(s)).collect();
        let statements = [&given[..], &above, &[(&*case.section, &*case.said)]].concat();
        let text = description(&statements, &meant.replaces);
        let (found, meaning) = read(&text);
        // Without an error it must mean what it says, or `mnc check` warns of it.
        let is_meant = meaning.is_some_and(|meaning| wanted.contains(&meaning));
        let warned = || warning(&text, &case.said);
        let Some(first) = found.first().cloned().or_else(|| (!is_meant).then(warned).flatten())
        else {
            match is_meant {
                true => self.right += 1,
                false => {
                    writeln!(self.wrong, "{}: `{}`: no message", case.section, case.said).unwrap()
                }
            }
            return;
        };
        let first = &first;
        let help = first.help_text().unwrap_or_default();
        let fixed = fixed(&text, first);
        if let Some(fixed) = fixed.as_deref().filter(|_| case.section != "about") {
            let lost = lost(&case.said, fixed);
            if !lost.is_empty() {
                writeln!(self.wrong, "{}: `{}`: {help}\n  loses {lost:?}", case.section, case.said)
                    .unwrap();
            }
        }
        let result = fixed.map(|text| read(&text).1);
        if let Some(Some(meaning)) = &result
            && !wanted.contains(meaning)
        {
            writeln!(
                self.wrong,
                "{}: `{}`: {help}\n  means {:?}",
                case.section, case.said, meant.means
            )
            .unwrap();
        }
        let right = matches!(&result, Some(Some(meaning)) if wanted.contains(meaning));
        if right {
            self.right += 1;
        } else if meant.means.iter().any(|statement| names(help, split(statement).1)) {
            self.named += 1;
        } else {
            writeln!(self.missed, "{}: `{}`: {help}", case.section, case.said).unwrap();
        }
    }
}

/// The least parts, in percent, of each list that must be right, and right or named. They rise as the
/// lexicon and the frames of paraphrases grow.
const LEAST: [(&str, usize, usize); 44] = [
    ("lines-cafe", 93, 98),
    ("lines-ivorian", 60, 94),
    ("lines-mother", 82, 98),
    ("lines-retired", 90, 97),
    ("lines-hobbyist", 96, 98),
    ("lines-ethnographer", 98, 100),
    ("lines-school", 94, 98),
    ("lines-designer", 96, 100),
    ("lines-editor", 95, 98),
    ("lines-student", 97, 100),
    ("lines-granddaughter", 93, 98),
    ("lines-player", 90, 100),
    ("common-ideas-six", 96, 100),
    ("tricky", 2, 50),
    ("newcomers-eleven", 43, 76),
    ("common-ideas-five", 94, 100),
    ("people-teacher", 93, 97),
    ("people-designer", 94, 100),
    ("people-learner", 88, 98),
    ("people-engineer", 34, 72),
    ("invented-board", 87, 96),
    ("invented-way", 91, 97),
    ("invented-move", 90, 97),
    ("invented-captures", 70, 98),
    ("invented-laps", 89, 98),
    ("invented-ends", 89, 97),
    ("newcomers-ten", 52, 83),
    ("common-ideas-four", 85, 98),
    ("common-ideas-three", 92, 100),
    ("common-ideas-two", 86, 96),
    ("common-ideas", 95, 100),
    ("newcomers-nine", 31, 59),
    ("newcomers-eight", 50, 79),
    ("newcomers-four", 52, 64),
    ("newcomers-five", 82, 97),
    ("newcomers-six", 73, 100),
    ("newcomers-seven", 62, 85),
    ("newcomers", 63, 90),
    ("more-newcomers", 50, 79),
    ("newcomers-three", 76, 96),
    ("rule-sheets", 81, 97),
    ("prose", 76, 94),
    ("short", 93, 98),
    ("varied", 83, 95),
];

#[test]
fn free_wordings_lead_to_the_right_statement() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/cases/phrasing-lists");
    let mut faults = String::new();
    let ideas = std::fs::read_to_string(folder.join("ideas.jsonl")).unwrap();
    let ideas: Ideas = ideas
        .lines()
        .map(|line| serde_json::from_str::<Meaning>(line).unwrap_or_else(|e| panic!("{line}: {e}")))
        .map(|idea| {
            let wanted = idea.wanted();
            (idea.id.clone(), (idea, wanted))
        })
        .collect();
    for (name, right, named) in LEAST {
        let list = std::fs::read_to_string(folder.join(format!("{name}.jsonl"))).unwrap();
        let mut score = Score::default();
        for line in list.lines() {
            let line = serde_json::from_str(line).unwrap_or_else(|e| panic!("{line}: {e}"));
            score.add_line(line, &ideas);
        }
        println!(
            "{name}: {} cases, {} right, {} more named\n{}",
            score.cases, score.right, score.named, score.missed
        );
        faults += &score.wrong;
        let percent = |part: usize| part * 100 / score.cases;
        if percent(score.right) < right || percent(score.right + score.named) < named {
            writeln!(
                faults,
                "{name}: {}% right, {}% named",
                percent(score.right),
                percent(score.right + score.named)
            )
            .unwrap();
        }
    }
    assert!(faults.is_empty(), "{faults}");
}

/// Half of a rule is another rule: what a help does not say of a statement, it names.
#[test]
fn a_help_says_what_it_leaves_out() {
    let cases = [
        ("move", "sow any own hole that is not captured", "`sow any own hole`", "`not captured`"),
        ("winner", "most seeds of the loveliest sort", "`most seeds`", "`loveliest sort`"),
    ];
    for (section, said, named, left_out) in cases {
        let (found, _) = read(&description(&[(section, said)], &[]));
        let help = found.first().and_then(Diagnostic::help_text).unwrap_or_default();
        let (before, after) = help.split_once(", which leaves out ").unwrap_or((help, ""));
        assert!(before.contains(named) && after.contains(left_out), "{said}: {help}");
        assert!(found.iter().all(|finding| finding.fixes.is_empty()), "{said}: a fix");
    }
}

/// What the language cannot express, it says; a name of the file is no such idea.
#[test]
fn what_cannot_be_said_is_called_so() {
    let cases = [
        ("start", "the stones stand as in the picture", "in the picture"),
        ("move", "step with an own hole diagonally", "diagonally"),
        ("end", "all own heaps of a player that are connected -> wins", "connected"),
        ("winner", "the player with the fewest moves", "fewest moves"),
    ];
    for (section, said, idea) in cases {
        let (found, _) = read(&description(&[(section, said)], &[]));
        let message = found.first().map_or("", |first| first.message.as_str());
        assert_eq!(message, format!("the language cannot say `{idea}`"), "{said}");
        assert!(found.iter().all(|finding| finding.fixes.is_empty()), "{said}: a fix");
    }
    let named = [("words", "connected = a hole holding 3"), ("move", "move a connected hole on")];
    let (found, _) = read(&description(&named, &[]));
    assert!(found.iter().all(|finding| !finding.message.contains("cannot say")), "{found:?}");
}

/// The small game with the statements of a saying; they replace those of their sections or join them.
fn with_saying(saying: &Saying) -> Option<String> {
    let statements: Vec<(&str, &str)> =
        saying.statements.iter().map(|(section, text)| (section.words(), text.as_str())).collect();
    let lines = GAME.iter().flat_map(|(section, lines)| {
        lines.iter().map(move |line| (*section, format!("{section}: {line}")))
    });
    let replaced: Vec<String> = lines
        .filter(|(section, _)| statements.iter().any(|(of, _)| of == section))
        .map(|(_, line)| line)
        .collect();
    // All lines of its sections, none, or one of them are replaced.
    let some = replaced.iter().map(|line| vec![line.clone()]);
    let choices = [replaced.clone(), Vec::new()].into_iter().chain(some);
    choices.map(|replaces| description(&statements, &replaces)).find_map(|text| read(&text).1)
}

#[test]
fn every_saying_can_be_written() {
    assert!(sayings().len() >= 80, "only {} sayings", sayings().len());
    let mut titles = BTreeSet::new();
    for saying in sayings() {
        assert!(titles.insert(saying.title), "`{}` is there twice", saying.title);
        assert!(with_saying(saying).is_some(), "`{}` cannot be built", saying.title);
    }
}

/// Of each saying, the wordings that are a sentence lead to its statement.
#[test]
fn other_wordings_lead_to_the_saying() {
    let mut missed = String::new();
    for saying in sayings() {
        let Some((section, meant)) = saying.statements.first() else { continue };
        let said = saying.wordings.first().unwrap();
        let (found, _) = read(&description(&[(section.words(), said)], &[]));
        let help = found.first().and_then(Diagnostic::help_text).unwrap_or_default();
        if !saying.statements.iter().any(|(_, meant)| names(help, meant)) {
            writeln!(missed, "{}: `{said}` for `{meant}`: {help}", saying.title).unwrap();
        }
    }
    assert!(missed.is_empty(), "{missed}");
}
