//! Lists the texts that are embedded in the library: the shipped games, and the essays on the codes of
//! findings. A new file is embedded at the next build; other files in `games` are not.
//!
//! With the feature `small`, nothing is embedded but a table of alphabets (see `src/texts.rs`).

use std::error::Error;
use std::fmt::Write as _;
use std::path::Path;
use std::{env, fs};

fn main() -> Result<(), Box<dyn Error>> {
    if env::var_os("CARGO_FEATURE_SMALL").is_some() {
        println!("cargo:rerun-if-changed=build.rs");
        return Ok(write_alphabets()?);
    }
    embed("games", "mnc", "games.rs")?;
    embed("src/diagnostic/codes", "md", "codes.rs")?;
    list_names("src/diagnostic/codes", "md", "code_names.rs")
}

/// The names without the extension of the files in `folder` that have this extension, in order.
fn names(folder: &str, extension: &str) -> Result<Vec<String>, Box<dyn Error>> {
    let mut names = Vec::new();
    for entry in fs::read_dir(folder)? {
        let path = entry?.path();
        if path.extension().is_some_and(|of_file| of_file == extension) {
            let name =
                path.file_stem().and_then(|name| name.to_str()).ok_or("a name not in UTF-8")?;
            names.push(name.to_owned());
        }
    }
    names.sort_unstable();
    Ok(names)
}

/// Writes a Rust slice of the names of these files.
fn list_names(folder: &str, extension: &str, list: &str) -> Result<(), Box<dyn Error>> {
    let slice = format!("&{:?}", names(folder, extension)?);
    fs::write(Path::new(&env::var("OUT_DIR")?).join(list), slice)?;
    Ok(())
}

/// Writes a Rust slice of the pairs (name without the extension, text) of the files in `folder` that
/// have this extension, in the order of their names.
fn embed(folder: &str, extension: &str, list: &str) -> Result<(), Box<dyn Error>> {
    println!("cargo:rerun-if-changed={folder}");
    let mut slice = String::from("&[\n");
    for name in names(folder, extension)? {
        let path = format!("/{folder}/{name}.{extension}");
        writeln!(
            slice,
            "({name:?}, include_str!(concat!(env!(\"CARGO_MANIFEST_DIR\"), {path:?}))),"
        )?;
    }
    slice.push(']');
    fs::write(Path::new(&env::var("OUT_DIR")?).join(list), slice)?;
    Ok(())
}

/// Writes a line for each character after ASCII, up to the last alphabets: its form in Latin letters.
fn write_alphabets() -> std::io::Result<()> {
    let latin = |code| char::from_u32(code).and_then(deunicode::deunicode_char);
    let lines: Vec<&str> = (0x80..0x2000).map(|code| latin(code).unwrap_or("")).collect();
    let folder = env::var_os("OUT_DIR").unwrap_or_default();
    fs::write(Path::new(&folder).join("alphabets.txt"), lines.join("\n"))
}
