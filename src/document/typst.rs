//! A rules document as text for Typst.

use super::{DocItem, RulesDocument};
use crate::diagnostic::visible;
use crate::picture::Picture;
use std::fmt::Write;

impl RulesDocument {
    /// The document as Typst: one page of A4 for most games.
    pub fn to_typst(&self) -> String {
        let labels = &self.labels;
        let mut text = String::from(
            "#set page(paper: \"a4\", margin: 14mm)\n#set text(size: 9pt)\n#set par(justify: false)\n\n",
        );
        // Writing to a string does not fail.
        let _ = writeln!(text, "= {}\n", escape(&self.title));
        for paragraph in [self.known.clone(), self.aim.clone()] {
            if !paragraph.is_empty() {
                let _ = writeln!(text, "{}\n", escape(&paragraph));
            }
        }
        picture(&mut text, &self.start);
        for section in &self.sections {
            let _ = writeln!(text, "\n== {}\n", escape(&section.heading));
            for item in &section.items {
                let _ = writeln!(text, "{}\n", self.typst_sentence(item));
                for child in &item.children {
                    self.typst_item(child, 0, item.ordered, &mut text);
                }
                text.push('\n');
            }
        }
        if !self.capture.is_empty() {
            let _ = writeln!(text, "\n== {}\n", escape(&labels.capture));
            self.capture.iter().for_each(|one| picture(&mut text, one));
        }
        if !self.example.is_empty() {
            let _ = writeln!(text, "\n== {}\n", escape(&labels.example));
            for turn in &self.example {
                let _ = writeln!(text, "- {}", escape(&self.turn_text(turn)));
            }
        }
        for variation in &self.variations {
            let _ = writeln!(text, "\n== {} {}\n", labels.variation, escape(&variation.name));
            for gone in &variation.gone {
                let _ = writeln!(text, "- {} {}", escape(&labels.no_longer), escape(gone));
            }
            for new in &variation.new {
                let _ = writeln!(text, "- {} {}", escape(&labels.instead), escape(new));
            }
        }
        if !self.assumed.is_empty() {
            let _ = writeln!(text, "\n== {}\n", escape(&labels.assumed));
            for (sentence, why) in &self.assumed {
                let because = escape(&labels.because);
                let _ = writeln!(text, "- {} {because} {}.", escape(sentence), escape(why));
            }
        }
        if !self.sources.is_empty() {
            let _ = writeln!(text, "\n== {}\n", escape(&labels.sources));
            for source in &self.sources {
                let _ = writeln!(text, "{}\n", escape(&source.publications.join("; ")));
                for point in &source.points {
                    let _ = writeln!(
                        text,
                        "- \\[{}{}\\] {}",
                        source.letter,
                        point.number,
                        escape(&point.text)
                    );
                }
            }
        }
        let _ = writeln!(text, "\n{} {}.", escape(&labels.rules), escape(&self.fingerprint));
        text
    }

    fn typst_sentence(&self, item: &DocItem) -> String {
        let cited = self.cited(&item.sentence);
        let cited =
            if cited.is_empty() { String::new() } else { format!(" \\[{}\\]", cited.join(", ")) };
        format!("{}{cited}", escape(&item.sentence.text))
    }

    fn typst_item(&self, item: &DocItem, depth: usize, ordered: bool, text: &mut String) {
        let bullet = if ordered { '+' } else { '-' };
        let _ = writeln!(text, "{:1$}{bullet} {2}", "", 2 * depth, self.typst_sentence(item));
        for child in &item.children {
            self.typst_item(child, depth + 1, item.ordered, text);
        }
    }
}

fn picture(text: &mut String, picture: &Picture) {
    let svg = picture.to_svg().replace('\\', "\\\\").replace('"', "\\\"");
    let alt = picture.description().replace('\\', "\\\\").replace('"', "\\\"");
    let _ = writeln!(
        text,
        "#align(center, image(bytes(\"{svg}\"), format: \"svg\", width: 70%, alt: \"{alt}\"))"
    );
}

/// A text in which nothing is a sign of Typst.
fn escape(text: &str) -> String {
    let text = visible::escape(text);
    let mut escaped = String::with_capacity(text.len());
    for c in text.chars() {
        if matches!(
            c,
            '\\' | '`'
                | '*'
                | '_'
                | '['
                | ']'
                | '<'
                | '>'
                | '#'
                | '@'
                | '$'
                | '~'
                | '/'
                | '='
                | '-'
                | '+'
        ) {
            escaped.push('\\');
        }
        escaped.push(c);
    }
    escaped
}
