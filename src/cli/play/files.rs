//! Files of records: existing files are never overwritten without asking.

use crate::cli::record::ENDING;
use crate::cli::write::save_new;
use mnc::diagnostic::visible::is_hidden;
use std::io::{self, ErrorKind};
use std::path::{Path, PathBuf};

/// The greatest number of files of one name.
const MAX_NUMBERED_FILES: u32 = 10_000;

/// Saves a text under the first free name in this folder (`hoyito.mncr`, `hoyito-2.mncr`), or else in
/// the temporary folder.
///
/// # Errors
/// It cannot be saved in either.
pub fn save_somewhere(stem: &str, text: &str) -> io::Result<PathBuf> {
    save_in(Path::new(""), stem, text)
        .or_else(|error| save_in(&std::env::temp_dir(), stem, text).map_err(|_| error))
}

fn save_in(folder: &Path, stem: &str, text: &str) -> io::Result<PathBuf> {
    for number in 1..=MAX_NUMBERED_FILES {
        let name = match number {
            1 => format!("{stem}.{ENDING}"),
            _ => format!("{stem}-{number}.{ENDING}"),
        };
        let path = folder.join(name);
        match save_new(&path, text) {
            Ok(()) => return Ok(path),
            Err(error) if error.kind() == ErrorKind::AlreadyExists => {}
            Err(error) => return Err(error),
        }
    }
    Err(io::Error::from(ErrorKind::AlreadyExists))
}

/// The path for what was typed after `save`.
///
/// # Errors
/// It is not a valid name for a record.
pub fn record_path(typed: &str) -> Result<PathBuf, String> {
    let typed = unquoted(typed);
    let path = PathBuf::from(typed);
    match path.extension() {
        _ if typed.is_empty() || path.is_dir() || path.file_name().is_none() => Err(format!(
            "`{typed}` is not a name for a file: type for example save my-game.{ENDING}"
        )),
        Some(end) if end == "mnc" => Err(format!(
            "a name that ends in .mnc is that of a description: type save {}.{ENDING}",
            path.with_extension("").display()
        )),
        Some(_) => Ok(path),
        None => Ok(PathBuf::from(format!("{typed}.{ENDING}"))),
    }
}

/// A name without quotation marks round it.
pub fn unquoted(typed: &str) -> &str {
    let typed = typed.trim();
    let inside = |mark| typed.strip_prefix(mark)?.strip_suffix(mark);
    inside('"').or_else(|| inside('\'')).unwrap_or(typed)
}

/// The command to resume a saved game. The game comes after the options and `--`, so that it may begin
/// with a dash; the file comes after `=` for the same reason.
pub fn resume_command(game: &str, file: &str) -> String {
    match game.starts_with('-') {
        false => format!("mnc play {} --load {}", shell_word(game), option_value(file)),
        true => format!("mnc play --load={} -- {}", shell_word(file), shell_word(game)),
    }
}

/// The value of an option: one that looks like an option itself is given as a path.
fn option_value(file: &str) -> String {
    if file.starts_with('-') { shell_word(&format!("./{file}")) } else { shell_word(file) }
}

/// A word quoted for a shell.
pub fn shell_word(word: &str) -> String {
    let plain = |c: char| c.is_alphanumeric() || "._-+/".contains(c);
    if !word.is_empty() && word.chars().all(plain) {
        return word.to_owned();
    }
    if word.contains(is_hidden) {
        return format!("$'{}'", word.chars().map(quoted).collect::<String>());
    }
    format!("'{}'", word.replace('\'', "'\\''"))
}

/// A character as written between `$'` and `'`: hidden characters byte by byte.
fn quoted(c: char) -> String {
    let byte = |b: &u8| format!("\\x{b:02x}");
    match c {
        '\'' | '\\' => format!("\\{c}"),
        c if is_hidden(c) => c.encode_utf8(&mut [0; 4]).as_bytes().iter().map(byte).collect(),
        c => c.into(),
    }
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used)]
    use super::*;

    #[test]
    fn the_next_free_name() {
        let folder = tempfile::tempdir().unwrap();
        let mut names = Vec::new();
        for text in ["one", "two", "three"] {
            let path = save_in(folder.path(), "kalah", text).unwrap();
            assert_eq!(std::fs::read_to_string(&path).unwrap(), text);
            names.push(path.file_name().unwrap().to_str().unwrap().to_owned());
        }
        assert_eq!(names, ["kalah.mncr", "kalah-2.mncr", "kalah-3.mncr"]);
    }

    #[test]
    fn names_as_they_are_typed() {
        let name =
            |typed| record_path(typed).ok().and_then(|path| path.to_str().map(str::to_owned));
        assert_eq!(name(" mine "), Some("mine.mncr".into()));
        assert_eq!(name("\"a game.txt\""), Some("a game.txt".into()));
        assert_eq!(name("kalah.mnc"), None);
        assert_eq!(name("."), None);
        assert_eq!(name("''"), None);
        assert_eq!(shell_word("games/a-1.mncr"), "games/a-1.mncr");
        assert_eq!(shell_word("a\u{1b}'\u{9b}"), "$'a\\x1b\\'\\xc2\\x9b'");
        assert_eq!(resume_command("kalah", "-rf.mncr"), "mnc play kalah --load ./-rf.mncr");
        assert_eq!(resume_command("-x.mnc", "a b.mncr"), "mnc play --load='a b.mncr' -- -x.mnc");
        assert_eq!(shell_word("it's $HOME"), "'it'\\''s $HOME'");
    }
}
