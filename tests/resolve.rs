//! The resolver: descriptions in, models or findings out.
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic, missing_docs)]

use mnc::resolve::{Library, Setting, load};
use std::path::Path;

struct Folder(&'static str);

impl Library for Folder {
    fn find(&self, game: &str) -> Option<(String, String)> {
        let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join(self.0);
        for entry in std::fs::read_dir(folder).ok()?.flatten() {
            let text = std::fs::read_to_string(entry.path()).ok()?;
            if text.contains(&format!("game \"{game}\"")) {
                return Some((entry.file_name().to_string_lossy().into_owned(), text));
            }
        }
        None
    }
}

#[test]
#[ignore = "a look at everything"]
fn look() {
    for folder in std::env::var("LOOK").unwrap_or("games".into()).split(' ') {
        let mut files: Vec<_> = std::fs::read_dir(folder)
            .unwrap()
            .map(|e| e.unwrap().path())
            .filter(|p| p.extension().is_some_and(|e| e == "mnc"))
            .collect();
        files.sort();
        for path in files {
            let text = std::fs::read_to_string(&path).unwrap();
            let (description, mut found) = load(&path.to_string_lossy(), &text, &Folder("games"));
            let syntax = found.len();
            let mut built = 0;
            let settings = description.settings();
            for setting in &settings {
                let (model, more) = description.build(setting);
                built += usize::from(model.is_some());
                for d in more {
                    if !found.contains(&d) {
                        found.push(d);
                    }
                }
            }
            println!(
                "== {} built {built}/{}  ({syntax} from load)",
                path.file_name().unwrap().to_string_lossy(),
                settings.len()
            );
            for d in found {
                let at = description.sources.line_column(d.labels[0].span);
                println!(
                    "   {}:{} {}: {} | {}",
                    at.line,
                    at.column,
                    d.code,
                    d.message,
                    d.help.unwrap_or_default()
                );
            }
        }
    }
    let _ = Setting::default();
}
