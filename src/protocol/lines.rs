//! Reads request lines of bounded length; a line that is too long or not UTF-8 becomes a refusal.

use super::refusal::Refusal;
use std::io::{self, BufRead, Read};

/// The longest line that is read, in bytes.
const MAX_LINE_BYTES: u64 = 1 << 20;

/// Reads lines.
pub struct Lines<R> {
    from: R,
}

impl<R: BufRead> Lines<R> {
    /// A reader of lines.
    pub fn new(from: R) -> Lines<R> {
        Lines { from }
    }

    /// The next line; `None` at the end.
    pub fn next_line(&mut self) -> io::Result<Option<Result<String, Refusal>>> {
        let mut bytes = Vec::new();
        self.from.by_ref().take(MAX_LINE_BYTES).read_until(b'\n', &mut bytes)?;
        if bytes.is_empty() {
            return Ok(None);
        }
        if bytes.len() as u64 == MAX_LINE_BYTES && bytes.last() != Some(&b'\n') {
            self.skip_line()?;
            let message = format!("a line may be {} KiB long at most", MAX_LINE_BYTES / 1024);
            return Ok(Some(Err(Refusal::new("line-too-long", message))));
        }
        Ok(Some(String::from_utf8(bytes).map_err(|error| {
            let at = error.utf8_error().valid_up_to() + 1;
            Refusal::new("not-utf8", format!("byte {at} of the line is not UTF-8"))
        })))
    }

    fn skip_line(&mut self) -> io::Result<()> {
        loop {
            let there = self.from.fill_buf()?;
            let (used, ended) = match there.iter().position(|b| *b == b'\n') {
                Some(at) => (at + 1, true),
                None => (there.len(), there.is_empty()),
            };
            self.from.consume(used);
            if ended {
                return Ok(());
            }
        }
    }
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used)]
    use super::*;

    #[test]
    fn long_lines_are_skipped_whole() {
        let mut text = vec![b'x'; 3 << 20];
        text.extend_from_slice(b"\nnext\n\n\xff\nlast");
        let mut lines = Lines::new(io::BufReader::new(&text[..]));
        let mut results = Vec::new();
        while let Some(line) = lines.next_line().unwrap() {
            results.push(line.map_err(|refusal| refusal.code));
        }
        let line = |text: &str| Ok(text.to_owned());
        let expected =
            [Err("line-too-long"), line("next\n"), line("\n"), Err("not-utf8"), line("last")];
        assert_eq!(results, expected);
    }
}
