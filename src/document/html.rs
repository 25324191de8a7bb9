//! A rules document as a web page, which prints on paper.

use super::{DocItem, RulesDocument, clause_name};
use crate::diagnostic::visible;
use crate::picture::{Picture, STYLE};
use std::fmt::Write;

/// The style sheet of a page.
const PAGE_STYLE: &str = include_str!("page.css");

impl RulesDocument {
    /// The document as one file of HTML, with its pictures in it.
    pub fn to_html(&self) -> String {
        let title = escape(&self.title);
        let labels = &self.labels;
        let mut body = String::new();
        // Writing to a string does not fail.
        let _ = writeln!(body, "<header>\n<h1>{title}</h1>");
        for name in &self.played {
            let _ = writeln!(body, "<p>{} {}</p>", labels.variation, escape(name));
        }
        let known = &self.known;
        if !known.is_empty() {
            let _ = writeln!(body, "<p class=\"known\">{}</p>", escape(known));
        }
        let _ = writeln!(body, "<p>{}</p>\n</header>\n<main>", escape(&self.aim));
        figure(&mut body, &self.start, &labels.start);
        for section in &self.sections {
            let _ = writeln!(body, "<section>\n<h2>{}</h2>", escape(&section.heading));
            self.html_items(&section.items, &mut body);
            body.push_str("</section>\n");
        }
        if !self.capture.is_empty() {
            let _ = writeln!(body, "<section>\n<h2>{}</h2>", escape(&labels.capture));
            body.push_str("<div class=\"pair\">\n");
            for picture in &self.capture {
                figure(&mut body, picture, picture.title());
            }
            body.push_str("</div>\n");
            body.push_str("</section>\n");
        }
        self.html_example(&mut body);
        self.html_variants(&mut body);
        self.html_sources(&mut body);
        let (rules, fingerprint) = (escape(&labels.rules), escape(&self.fingerprint));
        let _ = writeln!(body, "</main>\n<footer>{rules} {fingerprint}</footer>");
        page_in(labels.code, &title, &body)
    }

    /// Sentences without lists are one paragraph.
    fn html_items(&self, items: &[DocItem], body: &mut String) {
        let mut in_paragraph = false;
        for item in items {
            if !in_paragraph {
                body.push_str("<p>");
            }
            body.push_str(&self.html_sentence(item));
            in_paragraph = item.children.is_empty();
            if in_paragraph {
                body.push(' ');
            } else {
                body.push_str("</p>\n");
                self.html_list(item, body);
            }
        }
        if in_paragraph {
            body.push_str("</p>\n");
        }
    }

    fn html_list(&self, item: &DocItem, body: &mut String) {
        let list = if item.ordered && item.children.len() > 1 { "ol" } else { "ul" };
        let _ = writeln!(body, "<{list}>");
        for child in &item.children {
            let _ = write!(body, "<li>{}", self.html_sentence(child));
            if !child.children.is_empty() {
                body.push('\n');
                self.html_list(child, body);
            }
            body.push_str("</li>\n");
        }
        let _ = writeln!(body, "</{list}>");
    }

    fn html_sentence(&self, item: &DocItem) -> String {
        let sentence = &item.sentence;
        let text = escape(&sentence.text);
        if sentence.clauses.is_empty() {
            return text;
        }
        let names: Vec<String> =
            sentence.clauses.iter().map(|clause| clause_name(*clause)).collect();
        let said = self.statement(sentence);
        let said =
            if said.is_empty() { String::new() } else { format!(" title=\"{}\"", escape(&said)) };
        let cited = self.cited(sentence);
        let cited = if cited.is_empty() {
            String::new()
        } else {
            format!(" <sup>{}</sup>", cited.join(", "))
        };
        format!("<span data-rule=\"{}\"{said}>{text}{cited}</span>", names.join(" "))
    }

    fn html_example(&self, body: &mut String) {
        if self.example.is_empty() {
            return;
        }
        let _ = writeln!(body, "<section>\n<h2>{}</h2>\n<ul>", escape(&self.labels.example));
        for turn in &self.example {
            let _ = writeln!(body, "<li>{}</li>", escape(&self.turn_text(turn)));
        }
        body.push_str("</ul>\n</section>\n");
    }

    fn html_variants(&self, body: &mut String) {
        let labels = &self.labels;
        if !self.options.is_empty() {
            let _ = writeln!(body, "<section>\n<h2>{}</h2>\n<ul>", escape(&labels.options));
            for (name, about) in &self.options {
                let (name, about) = (escape(name), escape(about));
                let _ = writeln!(body, "<li><b>{name}</b>{} {about}</li>", labels.colon);
            }
            body.push_str("</ul>\n</section>\n");
        }
        for variation in &self.variations {
            let name = escape(&variation.name);
            let _ = writeln!(body, "<section>\n<h2>{} {name}</h2>\n<ul>", labels.variation);
            for gone in &variation.gone {
                let _ = writeln!(body, "<li>{} {}</li>", escape(&labels.no_longer), escape(gone));
            }
            for new in &variation.new {
                let _ = writeln!(body, "<li>{} {}</li>", escape(&labels.instead), escape(new));
            }
            if variation.gone.is_empty() && variation.new.is_empty() {
                let _ = writeln!(body, "<li>{}</li>", escape(&labels.same));
            }
            body.push_str("</ul>\n</section>\n");
        }
    }

    fn html_sources(&self, body: &mut String) {
        let labels = &self.labels;
        if !self.assumed.is_empty() {
            let (heading, intro) = (escape(&labels.assumed), escape(&labels.assumed_intro));
            let _ = writeln!(
                body,
                "<section class=\"fine\">\n<h2>{heading}</h2>\n<p>{intro}</p>\n<ul>"
            );
            for (sentence, why) in &self.assumed {
                let why = escape(why.trim_end_matches('.'));
                let because = escape(&labels.because);
                let _ = writeln!(body, "<li>{} {because} {why}.</li>", escape(sentence));
            }
            body.push_str("</ul>\n</section>\n");
        }
        if self.sources.is_empty() {
            return;
        }
        let _ = writeln!(body, "<section class=\"fine\">\n<h2>{}</h2>", escape(&labels.sources));
        for source in &self.sources {
            let _ = writeln!(body, "<p>{}</p>", escape(&source.publications.join("; ")));
            if source.points.is_empty() {
                continue;
            }
            body.push_str("<ul class=\"points\">\n");
            for point in &source.points {
                let (letter, number) = (&source.letter, point.number);
                let _ = writeln!(body, "<li>[{letter}{number}] {}</li>", escape(&point.text));
            }
            body.push_str("</ul>\n");
        }
        body.push_str("</section>\n");
    }
}

fn figure(body: &mut String, picture: &Picture, caption: &str) {
    let _ = writeln!(
        body,
        "<figure>\n{}<figcaption>{}</figcaption>\n</figure>",
        picture.to_inline_svg(),
        escape(caption)
    );
}

/// An English page with the styles of text and pictures.
pub(super) fn page(title: &str, body: &str) -> String {
    page_in("en", title, body)
}

/// The same in a language, by its code.
fn page_in(code: &str, title: &str, body: &str) -> String {
    format!(
        "<!DOCTYPE html>\n<html lang=\"{code}\">\n<head>\n<meta charset=\"utf-8\"/>\n\
         <meta name=\"viewport\" content=\"width=device-width, initial-scale=1\"/>\n<title>{title}</title>\n\
         <style>\n{PAGE_STYLE}\n{STYLE}</style>\n</head>\n<body>\n{body}</body>\n</html>\n"
    )
}

/// A text as it is written in HTML.
pub(super) fn escape(text: &str) -> String {
    let text = visible::escape(text);
    text.replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;").replace('"', "&quot;")
}
