//! A small writer of SVG: elements, attributes, text. Lengths are millimetres.

use crate::diagnostic::visible;
use std::fmt::Write;

/// A text of SVG elements under construction.
#[derive(Clone, Debug, Default)]
pub(super) struct Svg {
    text: String,
    open: Vec<&'static str>,
}

/// A point.
#[derive(Clone, Copy, PartialEq, Debug, Default)]
pub(super) struct PagePoint {
    pub x: f64,
    pub y: f64,
}

impl PagePoint {
    pub fn at(x: f64, y: f64) -> PagePoint {
        PagePoint { x, y }
    }

    pub fn plus(self, x: f64, y: f64) -> PagePoint {
        PagePoint { x: self.x + x, y: self.y + y }
    }

    pub fn distance(self, to: PagePoint) -> f64 {
        (self.x - to.x).hypot(self.y - to.y)
    }

    /// The point at a fraction of the line to another point.
    pub fn towards(self, to: PagePoint, fraction: f64) -> PagePoint {
        PagePoint::at(self.x + (to.x - self.x) * fraction, self.y + (to.y - self.y) * fraction)
    }
}

/// Where a text is relative to its point.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Anchor {
    Start,
    Middle,
    End,
}

impl Svg {
    /// Opens an element; `attributes` are written as they are.
    pub fn open(&mut self, name: &'static str, attributes: &str) {
        let blank = if attributes.is_empty() { "" } else { " " };
        // Writing to a string does not fail.
        let _ = write!(self.text, "<{name}{blank}{attributes}>");
        self.open.push(name);
    }

    /// Closes the element that was opened last.
    pub fn close(&mut self) {
        if let Some(name) = self.open.pop() {
            let _ = writeln!(self.text, "</{name}>");
        }
    }

    /// An element with text in it.
    pub fn text_element(&mut self, name: &'static str, attributes: &str, text: &str) {
        let blank = if attributes.is_empty() { "" } else { " " };
        let _ = writeln!(self.text, "<{name}{blank}{attributes}>{}</{name}>", escape(text));
    }

    /// A text at a point of its base line.
    pub fn text(&mut self, class: &str, at: PagePoint, anchor: Anchor, text: &str) {
        let anchor = match anchor {
            Anchor::Start => "",
            Anchor::Middle => " text-anchor=\"middle\"",
            Anchor::End => " text-anchor=\"end\"",
        };
        let attributes = format!("class=\"{class}\" x=\"{}\" y=\"{}\"{anchor}", mm(at.x), mm(at.y));
        self.text_element("text", &attributes, text);
    }

    pub fn circle(&mut self, class: &str, centre: PagePoint, radius: f64) {
        let (x, y, r) = (mm(centre.x), mm(centre.y), mm(radius));
        let _ = writeln!(self.text, "<circle class=\"{class}\" cx=\"{x}\" cy=\"{y}\" r=\"{r}\"/>");
    }

    /// An ellipse, turned by an angle in degrees.
    pub fn ellipse(&mut self, class: &str, centre: PagePoint, (rx, ry): (f64, f64), degrees: f64) {
        let (x, y) = (mm(centre.x), mm(centre.y));
        let _ = writeln!(
            self.text,
            "<ellipse class=\"{class}\" cx=\"{x}\" cy=\"{y}\" rx=\"{}\" ry=\"{}\" \
             transform=\"rotate({} {x} {y})\"/>",
            mm(rx),
            mm(ry),
            mm(degrees)
        );
    }

    /// A rectangle with round corners, by its upper left corner.
    pub fn rectangle(
        &mut self,
        class: &str,
        at: PagePoint,
        (width, height): (f64, f64),
        round: f64,
    ) {
        let _ = writeln!(
            self.text,
            "<rect class=\"{class}\" x=\"{}\" y=\"{}\" width=\"{}\" height=\"{}\" rx=\"{}\"/>",
            mm(at.x),
            mm(at.y),
            mm(width),
            mm(height),
            mm(round)
        );
    }

    /// Straight lines through points.
    pub fn path(&mut self, class: &str, points: &[PagePoint], closed: bool) {
        let mut way = String::new();
        for (nth, point) in points.iter().enumerate() {
            let letter = if nth == 0 { 'M' } else { 'L' };
            let _ = write!(way, "{letter}{} {}", mm(point.x), mm(point.y));
        }
        let end = if closed { "Z" } else { "" };
        let _ = writeln!(self.text, "<path class=\"{class}\" d=\"{way}{end}\"/>");
    }

    /// The text.
    pub fn finish(mut self) -> String {
        while !self.open.is_empty() {
            self.close();
        }
        self.text
    }
}

/// A length with at most two decimals.
pub(super) fn mm(length: f64) -> String {
    let text = format!("{length:.2}");
    let text = text.trim_end_matches('0').trim_end_matches('.');
    if text == "-0" { "0".into() } else { text.into() }
}

/// A text as it is written in an element or an attribute; hidden characters are made visible.
pub(super) fn escape(text: &str) -> String {
    let text = visible::escape(text);
    let mut escaped = String::with_capacity(text.len());
    for c in text.chars() {
        match c {
            '&' => escaped.push_str("&amp;"),
            '<' => escaped.push_str("&lt;"),
            '>' => escaped.push_str("&gt;"),
            '"' => escaped.push_str("&quot;"),
            // XML has no such characters.
            c if c.is_control() || matches!(c, '\u{fffe}' | '\u{ffff}') => escaped.push(' '),
            c => escaped.push(c),
        }
    }
    escaped
}

/// About how wide a text is in letters of a size: enough to break lines and to shrink names.
pub(super) fn text_width(text: &str, size: f64) -> f64 {
    use unicode_width::UnicodeWidthStr;
    text.width() as f64 * size * 0.53
}

/// Breaks a text into lines of at most this width.
pub(super) fn wrap(text: &str, size: f64, room: f64) -> Vec<String> {
    let mut lines: Vec<String> = Vec::new();
    for word in text.split_whitespace() {
        match lines.last_mut() {
            Some(line) if text_width(line, size) + text_width(word, size) + size / 2.0 <= room => {
                line.push(' ');
                line.push_str(word);
            }
            Some(_) | None => lines.push(word.to_owned()),
        }
    }
    lines
}
