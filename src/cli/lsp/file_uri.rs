//! Addresses of files, as editors write them: `file:///home/kofi/oware.mnc`.

use percent_encoding::{AsciiSet, NON_ALPHANUMERIC, percent_decode_str, utf8_percent_encode};
use std::path::{Path, PathBuf};

/// What stays as it is in the path of an address.
const ENCODED: &AsciiSet =
    &NON_ALPHANUMERIC.remove(b'-').remove(b'.').remove(b'_').remove(b'~').remove(b'/').remove(b':');

/// The path of a file; `None` if the address is not that of a file on this machine.
pub fn to_path(uri: &str) -> Option<PathBuf> {
    let path = uri.strip_prefix("file://")?;
    let path = path.strip_prefix("localhost").unwrap_or(path);
    let path = percent_decode_str(path).decode_utf8().ok()?;
    let path = path.strip_prefix('/').filter(|rest| has_drive(rest)).unwrap_or(&path);
    (path.starts_with('/') || has_drive(path)).then(|| PathBuf::from(path))
}

/// The address of a file; `None` if its path is not absolute.
pub fn of_path(path: &Path) -> Option<String> {
    let text = path.to_str()?.replace('\\', "/");
    let slash = match has_drive(&text) {
        true => "/",
        false if text.starts_with('/') => "",
        false => return None,
    };
    Some(format!("file://{slash}{}", utf8_percent_encode(&text, ENCODED)))
}

/// Whether a path begins with the letter of a drive: `c:/games`.
fn has_drive(path: &str) -> bool {
    let mut bytes = path.bytes();
    bytes.next().is_some_and(|letter| letter.is_ascii_alphabetic()) && bytes.next() == Some(b':')
}

#[cfg(test)]
mod tests {
    use super::{of_path, to_path};
    use std::path::Path;

    #[test]
    fn addresses_and_paths_are_the_same_files() {
        for (uri, path) in [
            ("file:///home/kofi/oware.mnc", "/home/kofi/oware.mnc"),
            ("file:///a%20b/%C3%A9%23.mnc", "/a b/é#.mnc"),
            ("file:///c:/games/x.mnc", "c:/games/x.mnc"),
        ] {
            assert_eq!(to_path(uri).as_deref(), Some(Path::new(path)), "{uri}");
            assert_eq!(of_path(Path::new(path)).as_deref(), Some(uri), "{path}");
        }
        assert_eq!(to_path("file:///c%3A/x.mnc").as_deref(), Some(Path::new("c:/x.mnc")));
        assert_eq!(to_path("untitled:Untitled-1"), None);
        assert_eq!(to_path("file:///%ff"), None);
        assert_eq!(of_path(Path::new("oware.mnc")), None);
    }
}
