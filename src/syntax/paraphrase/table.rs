//! The table of paraphrases, read from its text.
//!
//! The form of the text is described at its beginning.

use crate::syntax::ast::SectionKind;
use crate::syntax::phrase::Rule;
use crate::texts;
use rustc_hash::FxHashMap;
use std::sync::OnceLock;

/// The index of a category.
pub type CategoryId = usize;
/// The index of a node of a pattern.
pub type NodeId = usize;

/// All categories, the smaller parts of a statement before the larger ones.
#[derive(Debug, Default)]
pub struct Table {
    /// The categories.
    pub categories: Vec<Category>,
    /// The nodes of all patterns.
    pub nodes: Vec<PatternNode>,
    /// Words that add nothing, as the words of each phrase.
    pub dropped: Vec<Vec<&'static str>>,
    /// Words of the language that mean something else elsewhere.
    pub other_sense: Vec<&'static str>,
    /// The index of each category.
    pub by_name: FxHashMap<&'static str, CategoryId>,
}

/// A kind of part: a place, a condition, a statement of *last seed*.
#[derive(Debug)]
pub struct Category {
    /// The production of the grammar for it, which every phrase of it must parse with; `None` for parts
    /// that are no production, and for statements.
    pub rule: Option<Rule>,
    /// Whether it is the part of a place after its determiner.
    pub bare: bool,
    /// Whether parts of it are translated wherever they are in a statement.
    pub anywhere: bool,
    /// Other words for it.
    pub entries: Vec<Entry>,
}

/// A pattern of other words, and the phrase of the language.
#[derive(Debug)]
pub struct Entry {
    /// Where the pattern begins.
    pub start: NodeId,
    /// Of each list, one word at least is in every match.
    pub required: Vec<Vec<&'static str>>,
    /// The phrase.
    pub output: Vec<Piece>,
    /// Whether both surely mean the same.
    pub certain: bool,
    /// The sections that it is for; empty: all.
    pub sections: Vec<SectionKind>,
    /// It is not for statements that have one of these words.
    pub unless: Vec<&'static str>,
    /// It is only for statements that have one of these words; empty: for all.
    pub with: Vec<&'static str>,
}

/// A step of a pattern.
#[derive(Debug)]
pub enum PatternNode {
    /// The pattern ends.
    End,
    /// This word, then that node.
    Word(&'static str, NodeId),
    /// A part of this category with the number of its slot, then that node.
    Part(CategoryId, usize, NodeId),
    /// One of these.
    OneOf(Vec<NodeId>),
}

/// A piece of a phrase.
#[derive(Clone, Debug)]
pub enum Piece {
    /// Words as they are.
    Text(&'static str),
    /// The translation of the part in this slot.
    Slot(usize),
}

/// Parts that are words before a noun or a noun: translated anywhere, and no production by themselves.
const WORDS: [&str; 4] = ["determiner", "adjective", "noun", "words"];

/// The production for a category.
fn rule_of(name: &str) -> Option<Rule> {
    Some(match name {
        "number" => Rule::number,
        "count" => Rule::count,
        "amount" => Rule::counted,
        "who" | "subject" => Rule::who,
        "direction" => Rule::fixed_direction,
        "post" => Rule::post,
        "place" | "core" => Rule::place,
        "state" => Rule::state,
        "proper" => Rule::proper,
        "places" => Rule::places,
        "manner" => Rule::manner,
        "cond" => Rule::cond,
        "action" => Rule::action,
        "actions" => Rule::actions,
        _ => return None,
    })
}

impl Table {
    /// The table of the program.
    pub fn get() -> &'static Table {
        static TABLE: OnceLock<Table> = OnceLock::new();
        TABLE.get_or_init(|| Table::read(texts::shipped().paraphrases))
    }

    /// Reads a table. What cannot be read is left out; a test holds that nothing is.
    pub fn read(text: &'static str) -> Table {
        let mut table = Table::default();
        table.nodes.push(PatternNode::End);
        let lines =
            || text.lines().map(str::trim_end).filter(|l| !l.is_empty() && !l.starts_with('#'));
        for (name, _) in lines().filter_map(heading) {
            let id = table.categories.len();
            table.by_name.entry(name).or_insert_with(|| {
                let rule = rule_of(name);
                let bare = name == "core";
                let anywhere =
                    !bare && name != "subject" && (rule.is_some() || WORDS.contains(&name));
                table.categories.push(Category { rule, bare, anywhere, entries: Vec::new() });
                id
            });
        }
        let mut groups: FxHashMap<&'static str, &'static str> = FxHashMap::default();
        let mut category = None;
        let mut of_sections = Vec::new();
        let mut list = "";
        for line in lines() {
            if let Some((name, sections)) = heading(line) {
                list = name;
                category = table.by_name.get(name).copied();
                of_sections = sections;
            } else if let Some((name, words)) =
                line.strip_prefix('<').and_then(|l| l.split_once("> = "))
            {
                groups.insert(name, words);
            } else if list == "drop" {
                table.dropped.push(line.split(' ').collect());
            } else if list == "other-sense" {
                table.other_sense.push(line);
            } else if let Some(category) = category
                && let Some(mut entry) = table.entry(line, &groups)
                && let Some(category) = table.categories.get_mut(category)
            {
                entry.sections.clone_from(&of_sections);
                category.entries.push(entry);
            }
        }
        table
    }

    fn entry(
        &mut self,
        line: &'static str,
        groups: &FxHashMap<&'static str, &'static str>,
    ) -> Option<Entry> {
        let certain = line.contains(" => ");
        let (pattern, output) = line.split_once(if certain { " => " } else { " ~> " })?;
        let (output, unless) = output.split_once(" %unless ").unwrap_or((output, ""));
        let (output, with) = output.split_once(" %with ").unwrap_or((output, ""));
        let mut slots = Vec::new();
        let mut required = Vec::new();
        let mut reader = PatternReader { table: self, groups, slots: &mut slots };
        let start = reader.sequence(pattern.trim(), 0, Some(&mut required))?;
        let output = pieces(output.trim(), &slots)?;
        let words = |text: &'static str| text.split_whitespace().collect();
        Some(Entry {
            start,
            required,
            output,
            certain,
            sections: Vec::new(),
            unless: words(unless),
            with: words(with),
        })
    }

    /// The node with this index.
    pub fn node(&self, id: NodeId) -> &PatternNode {
        self.nodes.get(id).unwrap_or(&PatternNode::End)
    }
}

/// The category of a heading, and the sections that the entries below it are for.
fn heading(line: &'static str) -> Option<(&'static str, Vec<SectionKind>)> {
    let inside = line.strip_prefix('[')?.strip_suffix(']')?;
    let (name, sections) = inside.split_once(" in ").unwrap_or((inside, ""));
    let sections = sections.split(", ");
    let kind = |name: &str| SectionKind::ALL.into_iter().find(|s| s.words() == name);
    Some((name, sections.filter_map(kind).collect()))
}

/// The pieces of a phrase with the names of its slots.
fn pieces(text: &'static str, slots: &[&'static str]) -> Option<Vec<Piece>> {
    let mut pieces = Vec::new();
    for word in text.split(' ').filter(|w| !w.is_empty()) {
        let name = word.strip_prefix('{').and_then(|w| w.strip_suffix('}'));
        pieces.push(match name {
            Some(name) => Piece::Slot(slots.iter().position(|slot| *slot == name)?),
            None => Piece::Text(word),
        });
    }
    Some(pieces)
}

/// Builds the nodes of a pattern from its end to its beginning.
struct PatternReader<'a> {
    table: &'a mut Table,
    groups: &'a FxHashMap<&'static str, &'static str>,
    slots: &'a mut Vec<&'static str>,
}

impl PatternReader<'_> {
    /// The nodes of a sequence that goes on at `next`. `required` gets its words that every match has.
    fn sequence(
        &mut self,
        text: &'static str,
        next: NodeId,
        mut required: Option<&mut Vec<Vec<&'static str>>>,
    ) -> Option<NodeId> {
        let mut next = next;
        for item in items(text)?.into_iter().rev() {
            let (id, words) = self.item(item, next)?;
            if let Some(required) = &mut required
                && !words.is_empty()
            {
                required.push(words);
            }
            next = id;
        }
        Some(next)
    }

    /// The node of an item, and the words of which every match of it has one; none if there are none.
    fn item(&mut self, item: &'static str, next: NodeId) -> Option<(NodeId, Vec<&'static str>)> {
        if let Some(name) = item.strip_prefix('{').and_then(|i| i.strip_suffix('}')) {
            let kind = name.split('.').next().unwrap_or(name);
            let category = *self.table.by_name.get(kind)?;
            let slot = self.slots.len();
            self.slots.push(name);
            return Some((self.push(PatternNode::Part(category, slot, next)), Vec::new()));
        }
        let group = match item.strip_prefix('<').and_then(|i| i.strip_suffix('>')) {
            Some(name) => Some(*self.groups.get(name)?),
            None => item.strip_prefix('(').and_then(|i| i.strip_suffix(')')),
        };
        let Some(group) = group else {
            return Some((self.push(PatternNode::Word(item, next)), vec![item]));
        };
        let mut all = Vec::new();
        let mut words = Some(Vec::new());
        for alternative in alternatives(group) {
            let mut of_it = Vec::new();
            all.push(self.sequence(alternative, next, Some(&mut of_it))?);
            words = match (words, of_it.into_iter().next()) {
                (Some(mut words), Some(more)) => {
                    words.extend(more);
                    Some(words)
                }
                (None, _) | (_, None) => None,
            };
        }
        Some((self.push(PatternNode::OneOf(all)), words.unwrap_or_default()))
    }

    fn push(&mut self, node: PatternNode) -> NodeId {
        self.table.nodes.push(node);
        self.table.nodes.len() - 1
    }
}

/// The items of a sequence: words, and groups in brackets.
fn items(text: &'static str) -> Option<Vec<&'static str>> {
    let mut items = Vec::new();
    let (mut depth, mut start) = (0usize, 0);
    for (at, c) in text.char_indices() {
        match c {
            '(' => depth += 1,
            ')' => depth = depth.checked_sub(1)?,
            ' ' if depth == 0 => {
                items.push(text.get(start..at)?);
                start = at + 1;
            }
            _ => {}
        }
    }
    items.push(text.get(start..)?);
    items.retain(|item| !item.is_empty());
    (depth == 0).then_some(items)
}

/// The alternatives of a group.
fn alternatives(text: &'static str) -> Vec<&'static str> {
    let mut all = Vec::new();
    let (mut depth, mut start) = (0i32, 0);
    for (at, c) in text.char_indices() {
        match c {
            '(' => depth += 1,
            ')' => depth -= 1,
            '|' if depth == 0 => {
                all.push(text.get(start..at).unwrap_or_default());
                start = at + 1;
            }
            _ => {}
        }
    }
    all.push(text.get(start..).unwrap_or_default());
    all
}
