//! Reads descriptions: every way in which a file cannot be read is a finding, not a crash.

use mnc::diagnostic::{Diagnostic, Findings};
use mnc::source::Sources;
use mnc::span::Span;
use mnc::suggest;
use std::fs::File;
use std::io::{self, ErrorKind, Read};
use std::path::Path;
use std::str::Utf8Error;

/// The longest text that is read, in bytes: the limit of [`mnc::syntax::parse`], and a hundred times
/// the longest real description.
pub const MAX_BYTES: usize = 1_000_000;

/// The name of a file in messages.
pub fn name(path: &Path) -> String {
    if is_stdin(path) { "<standard input>".into() } else { path.display().to_string() }
}

/// Whether a path means standard input.
pub fn is_stdin(path: &Path) -> bool {
    path.as_os_str() == "-"
}

/// The text at `path`, or of standard input if it is `-`.
///
/// # Errors
/// The finding that explains why it cannot be read.
pub fn text(path: &Path) -> Result<String, Findings> {
    let name = name(path);
    let bytes = bytes(path).map_err(|error| unreadable(path, &error))?;
    if bytes.len() > MAX_BYTES {
        return Err(single_finding(&name, "", too_long()));
    }
    String::from_utf8(bytes).map_err(|error| {
        let text = String::from_utf8_lossy(error.as_bytes()).into_owned();
        single_finding(&name, &text, not_utf8(error.as_bytes(), &error.utf8_error()))
    })
}

/// At most one byte more than is allowed.
fn bytes(path: &Path) -> io::Result<Vec<u8>> {
    let mut bytes = Vec::new();
    let limit = MAX_BYTES as u64 + 1;
    if is_stdin(path) {
        io::stdin().lock().take(limit).read_to_end(&mut bytes)?;
    } else {
        open_regular_file(path)?.take(limit).read_to_end(&mut bytes)?;
    }
    Ok(bytes)
}

/// Opens a regular file; refuses a pipe or a device, which could block for ever.
fn open_regular_file(path: &Path) -> io::Result<File> {
    if !std::fs::metadata(path)?.is_file() {
        return Err(io::Error::other(NOT_A_FILE));
    }
    File::open(path)
}

/// The message for a pipe, a device, a folder.
const NOT_A_FILE: &str = "it is a pipe or a device, not a file";

/// The beginning of a file, up to the first byte that is not UTF-8.
///
/// # Errors
/// It cannot be read.
pub fn head(path: &Path, bytes: u64) -> io::Result<String> {
    let mut head = Vec::new();
    open_regular_file(path)?.take(bytes).read_to_end(&mut head)?;
    let valid = head.utf8_chunks().next().map_or("", |chunk| chunk.valid());
    Ok(valid.to_owned())
}

/// Whether a text begins like a description, with a line `mnc` and a number.
pub fn is_description(text: &str) -> bool {
    let text = text.strip_prefix('\u{feff}').unwrap_or(text);
    let mut lines = text.lines().map(str::trim).filter(|l| !l.is_empty() && !l.starts_with('#'));
    let Some(rest) = lines.next().and_then(|line| line.strip_prefix("mnc")) else { return false };
    let rest = rest.split('#').next().unwrap_or_default().trim_start();
    rest.starts_with(|c: char| c.is_ascii_digit())
}

fn single_finding(name: &str, text: &str, diagnostic: Diagnostic) -> Findings {
    let mut sources = Sources::default();
    sources.add(name, text);
    Findings::new(sources, vec![diagnostic])
}

/// The finding for a file or a folder that cannot be read.
pub fn unreadable(path: &Path, error: &io::Error) -> Findings {
    single_finding(&name(path), "", cannot_read(path, error))
}

/// The finding for a folder without files of a kind: its noun, and how their names end.
pub fn none_in_folder(path: &Path, noun: &str, ending: &str) -> Findings {
    let message = format!("there is no {noun} in this folder");
    let help = format!("the names of {noun}s end in `.{ending}`");
    single_finding(&name(path), "", Diagnostic::error("cannot-read", START, message).help(help))
}

const START: Span = Span { file: 0, start: 0, end: 0 };

fn cannot_read(path: &Path, error: &io::Error) -> Diagnostic {
    let (what, help) = match error.kind() {
        _ if path.is_dir() && error.to_string() == NOT_A_FILE => (
            "this is a folder, not a file".to_string(),
            format!("name a file in it; `mnc check {}` takes many", path.join("*.mnc").display()),
        ),
        ErrorKind::NotFound => ("there is no such file".into(), not_found_help(path)),
        ErrorKind::PermissionDenied => (
            "you are not allowed to read it".into(),
            "change the permissions of the file, or copy it to a folder of your own".into(),
        ),
        _ if error.to_string() == NOT_A_FILE => (
            NOT_A_FILE.into(),
            "save the text in a file, or give `-` to read it from standard input".into(),
        ),
        _ => (error.to_string(), "see whether another program can open the file".into()),
    };
    Diagnostic::error("cannot-read", START, format!("cannot read this file: {what}")).help(help)
}

/// A suggestion: the nearest file name in the same folder.
fn not_found_help(path: &Path) -> String {
    let folder = match path.parent() {
        Some(parent) if !parent.as_os_str().is_empty() => parent,
        _ => Path::new("."),
    };
    let Ok(entries) = std::fs::read_dir(folder) else {
        return format!("there is no folder `{}` either; check its name", folder.display());
    };
    let wanted = path.file_name().unwrap_or_default().to_string_lossy().into_owned();
    let names: Vec<String> =
        entries.flatten().map(|entry| entry.file_name().to_string_lossy().into_owned()).collect();
    match suggest::nearest(&wanted, names.iter().map(String::as_str)) {
        Some(name) => format!("did you mean `{}`?", path.with_file_name(name).display()),
        None => "check the spelling, and the folder that you are in".into(),
    }
}

fn too_long() -> Diagnostic {
    let message = format!("this file is longer than {MAX_BYTES} bytes, so it was not read");
    Diagnostic::error("file-too-long", START, message)
        .help("give the name of a `.mnc` description; a few pages are enough for any game")
}

fn not_utf8(bytes: &[u8], error: &Utf8Error) -> Diagnostic {
    let at = error.valid_up_to();
    let utf16 = bytes.starts_with(&[0xff, 0xfe]) || bytes.starts_with(&[0xfe, 0xff]);
    let byte = bytes.get(at).copied().unwrap_or_default();
    let found = if utf16 {
        "this looks like UTF-16".to_string()
    } else {
        format!("the byte {byte:02x} (hexadecimal) is not part of a character")
    };
    let end = at + '\u{fffd}'.len_utf8();
    Diagnostic::error("not-utf8", Span::new(0, at, end), "this file is not saved as UTF-8")
        .found(found)
        .help("save the file again as UTF-8: most editors ask for the encoding at `Save as`")
}
