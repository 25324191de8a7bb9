//! Pictures of positions and moves as SVG, for screens and for print.
//!
//! Lengths are millimetres. Text stays text. Colours come from classes, light and dark; nothing is shown by colour
//! alone. Each picture has a title, and a description that a screen reader can say.
//!
//! ```
//! use mnc::{engine::Engine, library::Shipped, notation::BoardDrawing, picture::Picture, resolve};
//!
//! let rules = "mnc 1\ngame \"Fives\" like \"Kalah\"\nnew start: every hole holds 5\n";
//! let (description, _) = resolve::load("fives.mnc", rules, &Shipped);
//! let (model, _) = description.build(&resolve::Setting::default());
//! let engine = Engine::new(model.ok_or("the rules have errors")?.into());
//! let (start, _) = engine.start(None);
//! let picture = Picture::of_position(&BoardDrawing::of(engine.model(), &start), "Fives: the start");
//! assert!(picture.to_svg().starts_with("<svg"));
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

mod board;
mod geometry;
mod seeds;
mod sequence;
mod svg;
mod words;

use crate::notation::BoardDrawing;
use board::{BoardNotes, BoardSketch};
use svg::{PagePoint, Svg, escape, mm};

/// The style sheet of all pictures, as it is in each of them: light, and dark where the reader prefers that.
pub const STYLE: &str = include_str!("style.css");

/// Blank room round a picture, in millimetres.
const MARGIN: f64 = 2.0;

/// A picture.
#[derive(Clone, Debug)]
pub struct Picture {
    title: String,
    description: String,
    /// Elements, below [`MARGIN`].
    body: String,
    width: f64,
    height: f64,
}

impl Picture {
    /// A position. The title says what it is, in a few words.
    pub fn of_position(drawing: &BoardDrawing<'_>, title: &str) -> Picture {
        let sketch = BoardSketch::of(*drawing, BoardNotes::default());
        let mut svg = Svg::default();
        sketch.draw(&mut svg, PagePoint::at(MARGIN, MARGIN));
        let (width, height) = sketch.size;
        Picture {
            title: title.to_owned(),
            description: words::describe(sketch.contents()),
            body: svg.finish(),
            width: width + 2.0 * MARGIN,
            height: height + 2.0 * MARGIN,
        }
    }

    /// The same picture with another description: in another language.
    #[must_use]
    pub fn described(self, description: String) -> Picture {
        Picture { description, ..self }
    }

    /// The title.
    pub fn title(&self) -> &str {
        &self.title
    }

    /// What it shows, in sentences.
    pub fn description(&self) -> &str {
        &self.description
    }

    /// Width and height in millimetres.
    pub fn size(&self) -> (f64, f64) {
        (self.width, self.height)
    }

    /// A whole file: one element `svg` with its style sheet.
    pub fn to_svg(&self) -> String {
        self.element(&format!("<style>{STYLE}</style>\n"))
    }

    /// The element `svg` without a style sheet: for a page that has [`STYLE`] once.
    pub fn to_inline_svg(&self) -> String {
        self.element("")
    }

    fn element(&self, style: &str) -> String {
        let (width, height) = (mm(self.width), mm(self.height));
        format!(
            "<svg xmlns=\"http://www.w3.org/2000/svg\" class=\"m-picture\" role=\"img\" width=\"{width}mm\" \
             height=\"{height}mm\" viewBox=\"0 0 {width} {height}\">\n<title>{}</title>\n<desc>{}</desc>\n{style}\
             <rect class=\"m-paper\" width=\"{width}\" height=\"{height}\"/>\n{}</svg>\n",
            escape(&self.title),
            escape(&self.description),
            self.body
        )
    }
}
