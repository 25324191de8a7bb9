//! A rules document as Markdown.

use super::{DocItem, RulesDocument};
use crate::diagnostic::visible;
use std::fmt::Write;

impl RulesDocument {
    /// The document as Markdown.
    pub fn to_markdown(&self) -> String {
        let mut text = String::new();
        let labels = &self.labels;
        // Writing to a string does not fail.
        let mut line = |line: &str| {
            let _ = writeln!(text, "{line}");
        };
        line(&format!("# {}\n", escape(&self.title)));
        for name in &self.played {
            line(&format!("{} {}\n", labels.variation, escape(name)));
        }
        let known = &self.known;
        if !known.is_empty() {
            line(&format!("{}\n", escape(known)));
        }
        line(&format!("{}\n", escape(&self.aim)));
        line("```text");
        self.start_text.lines().for_each(|row| line(&visible::escape(row)));
        line("```");
        for section in &self.sections {
            line(&format!("\n## {}\n", escape(&section.heading)));
            let mut rest = section.items.iter().peekable();
            while let Some(item) = rest.next() {
                line(&self.markdown_sentence(item));
                for (nth, child) in item.children.iter().enumerate() {
                    self.markdown_item(child, 0, item.ordered.then_some(nth + 1), &mut line);
                }
                if rest.peek().is_some() {
                    line("");
                }
            }
        }
        if !self.example.is_empty() {
            line(&format!("\n## {}\n", labels.example));
            for turn in &self.example {
                line(&format!("- {}", escape(&self.turn_text(turn))));
            }
        }
        if !self.options.is_empty() {
            line(&format!("\n## {}\n", labels.options));
            for (name, about) in &self.options {
                line(&format!("- **{}**{} {}", escape(name), labels.colon, escape(about)));
            }
        }
        for variation in &self.variations {
            line(&format!("\n## {} {}\n", labels.variation, escape(&variation.name)));
            let mut each = |label: &str, text: &str| line(&format!("- {label} {}", escape(text)));
            variation.gone.iter().for_each(|text| each(&labels.no_longer, text));
            variation.new.iter().for_each(|text| each(&labels.instead, text));
            if variation.gone.is_empty() && variation.new.is_empty() {
                line(&format!("- {}", labels.same));
            }
        }
        if !self.assumed.is_empty() {
            line(&format!("\n## {}\n\n{}\n", labels.assumed, labels.assumed_intro));
            for (sentence, why) in &self.assumed {
                line(&format!(
                    "- {} {} {}.",
                    escape(sentence),
                    labels.because,
                    escape(why.trim_end_matches('.'))
                ));
            }
        }
        if !self.sources.is_empty() {
            line(&format!("\n## {}", labels.sources));
            for source in &self.sources {
                line(&format!("\n{}\n", escape(&source.publications.join("; "))));
                for point in &source.points {
                    line(&format!("- [{}{}] {}", source.letter, point.number, escape(&point.text)));
                }
            }
        }
        line(&format!("\n{} {}.", labels.rules, self.fingerprint));
        text
    }

    fn markdown_sentence(&self, item: &DocItem) -> String {
        let cited = self.cited(&item.sentence);
        let cited =
            if cited.is_empty() { String::new() } else { format!(" \\[{}\\]", cited.join(", ")) };
        format!("{}{cited}", escape(&item.sentence.text))
    }

    fn markdown_item(
        &self,
        item: &DocItem,
        depth: usize,
        number: Option<usize>,
        line: &mut impl FnMut(&str),
    ) {
        let bullet = number.map_or_else(|| "-".to_owned(), |n| format!("{n}."));
        if depth == 0 && number.is_none_or(|n| n == 1) {
            line("");
        }
        line(&format!("{:1$}{bullet} {2}", "", 3 * depth, self.markdown_sentence(item)));
        for (nth, child) in item.children.iter().enumerate() {
            self.markdown_item(child, depth + 1, item.ordered.then_some(nth + 1), line);
        }
    }
}

/// A text in which nothing is a sign of Markdown.
fn escape(text: &str) -> String {
    let text = visible::escape(text);
    let mut escaped = String::with_capacity(text.len());
    for c in text.chars() {
        if matches!(c, '\\' | '`' | '*' | '_' | '[' | ']' | '<' | '>' | '#' | '|') {
            escaped.push('\\');
        }
        escaped.push(c);
    }
    escaped
}
