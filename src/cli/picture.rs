//! Pictures: SVG on standard output, PNG in a file.

use super::{Exit, Output};
use mnc::picture::Picture;
use std::io::{self, Write};
#[cfg(feature = "png")]
use std::path::PathBuf;

/// Where a picture goes, if not to standard output as SVG.
#[derive(clap::Args, Clone, Debug, Default)]
pub struct PictureArgs {
    /// Write the picture to this file as PNG, 300 dots per inch
    #[cfg(feature = "png")]
    #[arg(long, value_name = "FILE")]
    png: Option<PathBuf>,
}

/// Writes a picture: to the file that was named, else to standard output.
pub fn write(picture: &Picture, args: &PictureArgs, out: &mut Output) -> io::Result<Exit> {
    #[cfg(feature = "png")]
    if let Some(file) = &args.png {
        return Ok(match png::save(picture, file) {
            Ok(()) => Exit::Clean,
            Err(why) => {
                super::out::print_error(&format!("{}: {why}", file.display()));
                Exit::CouldNotRun
            }
        });
    }
    #[cfg(not(feature = "png"))]
    let PictureArgs {} = args;
    out.write_all(picture.to_svg().as_bytes())?;
    Ok(Exit::Clean)
}

impl PictureArgs {
    /// Whether a file was named.
    pub fn names_a_file(&self) -> bool {
        #[cfg(feature = "png")]
        return self.png.is_some();
        #[cfg(not(feature = "png"))]
        false
    }
}

#[cfg(feature = "png")]
mod png {
    use crate::cli::write;
    use mnc::picture::Picture;
    use resvg::tiny_skia::{Pixmap, Transform};
    use resvg::usvg::{Options, Tree};
    use std::path::Path;

    /// Dots in a millimetre of print: 300 an inch.
    const DOTS: f64 = 300.0 / 25.4;
    /// The most dots of a side: a larger picture is drawn smaller.
    const MOST: f64 = 12_000.0;

    pub fn save(picture: &Picture, file: &Path) -> Result<(), String> {
        let mut options = Options::default();
        options.fontdb_mut().load_system_fonts();
        if options.fontdb.is_empty() {
            return Err("this computer has no fonts; use --svg and another program".into());
        }
        let tree = Tree::from_str(&picture.to_svg(), &options).map_err(|why| why.to_string())?;
        let (width, height) = picture.size();
        let dots = DOTS.min(MOST / width.max(height));
        let across = |length: f64| (length * dots).ceil().max(1.0) as u32;
        let mut pixels = Pixmap::new(across(width), across(height)).ok_or("too large")?;
        let size = tree.size();
        let scale = Transform::from_scale(
            pixels.width() as f32 / size.width(),
            pixels.height() as f32 / size.height(),
        );
        resvg::render(&tree, scale, &mut pixels.as_mut());
        let bytes = pixels.encode_png().map_err(|why| why.to_string())?;
        write::save(file, &bytes).map_err(|why| why.to_string())
    }
}
