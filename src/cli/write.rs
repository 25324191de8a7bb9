//! Writes files so that nothing is lost: a new text is written to a temporary file in the same folder, which then
//! takes the place of the old one. Whatever goes wrong before that, the old file is as it was, and nothing else is
//! left.

use std::fs::{self, File, Metadata, OpenOptions};
use std::io::{self, ErrorKind, Read, Write};
use std::path::{Path, PathBuf};

/// How many names are tried for a temporary file.
const MAX_TEMPORARY_NAMES: u32 = 100;

/// Saves a text, or other bytes, in a new file, which is never there in part.
///
/// # Errors
/// The file exists, or cannot be created.
pub fn save_new(path: &Path, text: impl AsRef<[u8]>) -> io::Result<()> {
    if path.symlink_metadata().is_ok() {
        return Err(io::Error::from(ErrorKind::AlreadyExists));
    }
    let text = text.as_ref();
    let (mut file, temporary) = create_beside(path)?;
    let written = file.write_all(text).and_then(|()| file.sync_all());
    // A link, not a new name: that would replace a file that another program has made meanwhile.
    let linked = written.map(|()| fs::hard_link(&temporary, path));
    let _ = fs::remove_file(&temporary);
    match linked? {
        Err(error) if error.kind() != ErrorKind::AlreadyExists => create_without_link(path, text),
        linked => linked,
    }
}

/// Saves a text in a new file, where files cannot have two names.
fn create_without_link(path: &Path, text: &[u8]) -> io::Result<()> {
    let mut file = OpenOptions::new().write(true).create_new(true).open(path)?;
    let written = file.write_all(text).and_then(|()| file.sync_all());
    if written.is_err() {
        // An incomplete file is useless.
        let _ = fs::remove_file(path);
    }
    written
}

/// Saves a text in a file, whether there is one or not.
///
/// # Errors
/// As of [`save_new`] and [`replace`].
pub fn save(path: &Path, text: impl AsRef<[u8]>) -> io::Result<()> {
    match path.symlink_metadata().is_ok() {
        true => replace(path, text),
        false => save_new(path, text),
    }
}

/// Replaces the contents of a file.
///
/// # Errors
/// It is no file, or cannot be replaced. It is unchanged then.
pub fn replace(path: &Path, text: impl AsRef<[u8]>) -> io::Result<()> {
    let mut new = Replacement::begin(path)?;
    new.file.write_all(text.as_ref())?;
    new.finish().map(|_| ())
}

/// Replaces the contents of a file that has been read before.
///
/// # Errors
/// Its contents are no longer `before`, or it cannot be replaced. It is unchanged then.
pub fn replace_if_same(path: &Path, before: &str, text: &str) -> io::Result<()> {
    let mut new = Replacement::begin(path)?;
    new.file.write_all(text.as_bytes())?;
    let mut now = Vec::new();
    File::open(&new.target)?.take(before.len() as u64 + 1).read_to_end(&mut now)?;
    if now != before.as_bytes() {
        return Err(io::Error::other("it was changed by another program meanwhile"));
    }
    new.finish().map(|_| ())
}

/// A temporary file that is to take the place of another one. If it is dropped before, it is removed.
pub struct Replacement {
    /// The open temporary file.
    pub file: File,
    temporary: PathBuf,
    /// The file itself, not a link to it.
    target: PathBuf,
    old: Metadata,
    done: bool,
}

impl Replacement {
    /// Creates an empty temporary file in the folder of `path`. If that is a link, the file that it leads to is to
    /// be replaced.
    ///
    /// # Errors
    /// It is no file or is write-protected, or nothing can be written in its folder.
    pub fn begin(path: &Path) -> io::Result<Replacement> {
        let target = path.canonicalize()?;
        let old = fs::metadata(&target)?;
        if !old.is_file() {
            return Err(io::Error::other("this is not a file"));
        }
        if old.permissions().readonly() {
            return Err(io::Error::new(ErrorKind::PermissionDenied, "it is write-protected"));
        }
        let (file, temporary) = create_beside(&target)?;
        Ok(Replacement { file, temporary, target, old, done: false })
    }

    /// Puts it in the place of the old file, with the same permissions; returns the file, which is still open.
    ///
    /// # Errors
    /// That is not possible.
    pub fn finish(mut self) -> io::Result<File> {
        self.file.set_permissions(self.old.permissions())?;
        self.file.sync_all()?;
        let file = self.file.try_clone()?;
        fs::rename(&self.temporary, &self.target)?;
        self.done = true;
        // So that the new file survives a power cut too; not every system supports that.
        let folder = self.target.parent().map(File::open);
        let _ = folder.map(|folder| folder.and_then(|folder| folder.sync_all()));
        Ok(file)
    }
}

impl Drop for Replacement {
    fn drop(&mut self) {
        if !self.done {
            // The old file is unchanged.
            let _ = fs::remove_file(&self.temporary);
        }
    }
}

/// A new file in the folder of another one, whose name says that it is temporary.
fn create_beside(target: &Path) -> io::Result<(File, PathBuf)> {
    let process = std::process::id();
    for number in 0..MAX_TEMPORARY_NAMES {
        let path = target.with_file_name(format!(".mnc-{process}-{number}.part"));
        match OpenOptions::new().write(true).create_new(true).open(&path) {
            Ok(file) => return Ok((file, path)),
            Err(error) if error.kind() == ErrorKind::AlreadyExists => {}
            Err(error) => {
                let message = format!("no file can be made in its folder ({error})");
                return Err(io::Error::new(error.kind(), message));
            }
        }
    }
    Err(io::Error::from(ErrorKind::AlreadyExists))
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used)]
    use super::*;

    fn names(folder: &Path) -> usize {
        fs::read_dir(folder).unwrap().count()
    }

    #[test]
    fn replaced_or_as_it_was() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("a.txt");
        save_new(&path, "one").unwrap();
        assert!(save_new(&path, "two").is_err());
        replace(&path, "two").unwrap();
        assert_eq!(fs::read_to_string(&path).unwrap(), "two");
        let changed = replace_if_same(&path, "one", "three").unwrap_err();
        assert!(changed.to_string().contains("another program"), "{changed}");
        assert_eq!(fs::read_to_string(&path).unwrap(), "two");
        replace_if_same(&path, "two", "three").unwrap();
        assert_eq!(fs::read_to_string(&path).unwrap(), "three");
        assert!(replace(folder.path(), "x").is_err());
        drop(Replacement::begin(&path).unwrap());
        assert_eq!(names(folder.path()), 1);
    }

    #[cfg(unix)]
    #[test]
    fn links_and_permissions_stay() {
        use std::os::unix::fs::{PermissionsExt, symlink};
        let folder = tempfile::tempdir().unwrap();
        let (path, link) = (folder.path().join("a.txt"), folder.path().join("link.txt"));
        save_new(&path, "one").unwrap();
        fs::set_permissions(&path, PermissionsExt::from_mode(0o640)).unwrap();
        symlink("a.txt", &link).unwrap();
        replace(&link, "two").unwrap();
        assert!(fs::symlink_metadata(&link).unwrap().is_symlink());
        assert_eq!(fs::read_to_string(&path).unwrap(), "two");
        assert_eq!(fs::metadata(&path).unwrap().permissions().mode() & 0o777, 0o640);
        fs::set_permissions(&path, PermissionsExt::from_mode(0o440)).unwrap();
        let refused = replace(&link, "three").unwrap_err();
        assert_eq!(refused.to_string(), "it is write-protected");
        assert_eq!(names(folder.path()), 2);
    }
}
