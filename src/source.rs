//! The texts of a game; the only module that knows lines and columns.

use crate::span::Span;

/// One text with its name.
#[derive(Clone, Debug)]
pub struct SourceFile {
    /// Its name in messages: a path as the user gave it, or the name of a shipped game.
    pub name: String,
    /// The whole text.
    pub text: String,
    lines: Vec<u32>,
}

/// The texts read for one game: the description first, then those it is `like`.
#[derive(Clone, Debug, Default)]
pub struct Sources {
    files: Vec<SourceFile>,
}

/// A position in a text as people count: line and column from 1, the column in characters.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct LineColumn {
    /// From 1.
    pub line: usize,
    /// From 1, in characters.
    pub column: usize,
}

impl Sources {
    /// Adds a text and returns its number, for [`Span::file`].
    pub fn add(&mut self, name: impl Into<String>, text: impl Into<String>) -> u16 {
        let text = text.into();
        let mut lines = vec![0];
        lines.extend(
            text.bytes().enumerate().filter(|(_, b)| *b == b'\n').map(|(i, _)| i as u32 + 1),
        );
        self.files.push(SourceFile { name: name.into(), text, lines });
        u16::try_from(self.files.len() - 1).unwrap_or(u16::MAX)
    }

    /// The file of that number; `None` if there is none.
    pub fn get(&self, file: u16) -> Option<&SourceFile> {
        self.files.get(file as usize)
    }

    /// All files in the order they were added.
    pub fn iter(&self) -> impl Iterator<Item = &SourceFile> {
        self.files.iter()
    }

    /// The text at a span; empty if the span is outside the text.
    pub fn slice(&self, span: Span) -> &str {
        self.get(span.file).and_then(|s| s.text.get(span.range())).unwrap_or("")
    }

    /// Line and column of a span's first character.
    pub fn line_column(&self, span: Span) -> LineColumn {
        let Some(source) = self.get(span.file) else { return LineColumn { line: 1, column: 1 } };
        let at = span.start.min(source.text.len() as u32);
        let line = source.lines.partition_point(|&l| l <= at).max(1);
        let begin = source.lines.get(line - 1).copied().unwrap_or(0) as usize;
        let column = source.text.get(begin..at as usize).map_or(1, |s| s.chars().count() + 1);
        LineColumn { line, column }
    }
}
