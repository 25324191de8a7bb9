//! The texts that come with mnc: the shipped games, the essays on the codes of findings, the reference of the
//! language, its grammar, and lists of words that people use in other senses than the language does.
//!
//! They are part of the library. With the feature `small` they are not: then a front end gives them to
//! `provide` before it does anything else, and to `provide_help` before it asks what a word or a code means. What
//! people say in other words is wanted only for texts with mistakes: a front end gives it to `provide_wordings` when
//! `wants_wordings`, and asks again. In a browser several modules share three files of texts in this way.
//!
//! With that feature, names are also transliterated with a table of the alphabets only, and not of Chinese, Japanese
//! and Korean signs, whose table is larger than all games.

use std::sync::OnceLock;

/// A name and a text.
pub type NamedText = (&'static str, &'static str);

/// The texts that explain: what a code means, what a word means.
#[derive(Clone, Copy, Debug, Default)]
pub struct HelpTexts {
    /// The essays: the codes in alphabetical order, and the texts in Markdown.
    pub essays: &'static [NamedText],
    /// The reference of the language, in Markdown.
    pub reference: &'static str,
}

/// The other texts.
#[derive(Clone, Copy, Debug, Default)]
pub struct ShippedTexts {
    /// The games: the file names without `.mnc`, and the descriptions, in the order of the names.
    pub games: &'static [NamedText],
    /// The codes of findings in alphabetical order.
    pub codes: &'static [&'static str],
    /// The grammar, for code that looks up words in it.
    pub grammar: &'static str,
    /// English words that carry little meaning; see `syntax`.
    pub english_words: &'static str,
    /// Words of other languages; see `syntax`.
    pub foreign_words: &'static str,
    /// Verbs with irregular forms; see `syntax`.
    pub irregular_verbs: &'static str,
    /// Lines of a test in other words; see `syntax`.
    pub test_lines: &'static str,
}

/// What people say in other words than the language has; see `syntax`.
#[derive(Clone, Copy, Debug)]
pub struct WordingTexts {
    /// What words of people mean.
    pub concepts: &'static str,
    /// Statements by their concepts.
    pub frames: &'static str,
    /// Other ways to say a phrase, by examples.
    pub sayings: &'static str,
}

/// A table that is made of the wordings when it is first asked for. While there are none, it is the table of none.
pub struct FromWordings<T> {
    make: fn(&WordingTexts) -> T,
    made: OnceLock<T>,
    of_none: OnceLock<T>,
}

impl<T> FromWordings<T> {
    /// A table that a function makes.
    pub const fn new(make: fn(&WordingTexts) -> T) -> FromWordings<T> {
        FromWordings { make, made: OnceLock::new(), of_none: OnceLock::new() }
    }

    /// The table.
    pub fn get(&self) -> &T {
        static NONE: WordingTexts = WordingTexts { concepts: "", frames: "", sayings: "" };
        let (table, wordings) = match wordings() {
            Some(wordings) => (&self.made, wordings),
            None => (&self.of_none, &NONE),
        };
        table.get_or_init(|| (self.make)(wordings))
    }
}

/// The texts that come with mnc.
#[cfg(not(feature = "small"))]
pub fn shipped() -> &'static ShippedTexts {
    static EMBEDDED: ShippedTexts = ShippedTexts {
        games: include!(concat!(env!("OUT_DIR"), "/games.rs")),
        codes: include!(concat!(env!("OUT_DIR"), "/code_names.rs")),
        grammar: mnc_grammar::TEXT,
        english_words: include_str!("syntax/english_words.txt"),
        foreign_words: include_str!("syntax/foreign.txt"),
        irregular_verbs: include_str!("syntax/paraphrase/verbs.txt"),
        test_lines: include_str!("syntax/repair/test_lines.txt"),
    };
    &EMBEDDED
}

/// The wordings.
#[cfg(not(feature = "small"))]
pub(crate) fn wordings() -> Option<&'static WordingTexts> {
    static EMBEDDED: WordingTexts = WordingTexts {
        concepts: include_str!("syntax/paraphrase/concepts.txt"),
        frames: include_str!("syntax/paraphrase/frames.txt"),
        sayings: include_str!("syntax/paraphrase/sayings.txt"),
    };
    Some(&EMBEDDED)
}

/// The texts that explain.
#[cfg(not(feature = "small"))]
pub fn help() -> &'static HelpTexts {
    static EMBEDDED: HelpTexts = HelpTexts {
        essays: include!(concat!(env!("OUT_DIR"), "/codes.rs")),
        reference: mnc_grammar::REFERENCE,
    };
    &EMBEDDED
}

/// A name or a text in Latin letters, as far as that is known.
#[cfg(not(feature = "small"))]
pub fn latin(text: &str) -> String {
    deunicode::deunicode(text)
}

#[cfg(feature = "small")]
pub(crate) use outside::wordings;
#[cfg(feature = "small")]
pub use outside::{help, latin, provide, provide_help, provide_wordings, shipped, wants_wordings};

#[cfg(feature = "small")]
mod outside {
    use super::{HelpTexts, NamedText, ShippedTexts, WordingTexts};
    use serde::Deserialize;
    use std::collections::{BTreeMap, BTreeSet};
    use std::sync::atomic::{AtomicBool, Ordering};
    use std::sync::{LazyLock, OnceLock};

    static PROVIDED: OnceLock<ShippedTexts> = OnceLock::new();
    static WORDINGS: OnceLock<WordingTexts> = OnceLock::new();
    static HELP: OnceLock<HelpTexts> = OnceLock::new();

    /// Whether wordings were looked for and not there.
    static MISSED: AtomicBool = AtomicBool::new(false);

    /// The texts as JSON.
    #[derive(Deserialize)]
    struct TextsFile {
        games: BTreeMap<String, String>,
        codes: BTreeSet<String>,
        grammar: String,
        english_words: String,
        foreign_words: String,
        irregular_verbs: String,
        test_lines: String,
    }

    /// The wordings as JSON.
    #[derive(Deserialize)]
    struct WordingsFile {
        concepts: String,
        frames: String,
        sayings: String,
    }

    /// The texts that explain, as JSON.
    #[derive(Deserialize)]
    struct HelpFile {
        essays: BTreeMap<String, String>,
        reference: String,
    }

    /// The texts that were provided; none if there were none.
    pub fn shipped() -> &'static ShippedTexts {
        PROVIDED.get_or_init(ShippedTexts::default)
    }

    /// Provides the texts, as one JSON object: `games` has the descriptions by their names, `codes` is a list,
    /// the other fields are texts. They are kept as long as the program runs.
    ///
    /// # Errors
    /// This is no such object, or a text was looked for before.
    pub fn provide(json: &str) -> Result<(), String> {
        let file: TextsFile = serde_json::from_str(json).map_err(|error| error.to_string())?;
        let texts = ShippedTexts {
            games: kept(file.games),
            codes: file
                .codes
                .into_iter()
                .map(|code| -> &str { code.leak() })
                .collect::<Vec<_>>()
                .leak(),
            grammar: file.grammar.leak(),
            english_words: file.english_words.leak(),
            foreign_words: file.foreign_words.leak(),
            irregular_verbs: file.irregular_verbs.leak(),
            test_lines: file.test_lines.leak(),
        };
        PROVIDED.set(texts).map_err(|_| "the texts are there already".to_owned())
    }

    /// The wordings, if they were provided.
    pub(crate) fn wordings() -> Option<&'static WordingTexts> {
        let wordings = WORDINGS.get();
        if wordings.is_none() {
            MISSED.store(true, Ordering::Relaxed);
        }
        wordings
    }

    /// Whether wordings were looked for since this was last asked, and not there: what was found then is less than can
    /// be found.
    pub fn wants_wordings() -> bool {
        MISSED.swap(false, Ordering::Relaxed)
    }

    /// Provides the wordings, as one JSON object whose fields are the texts.
    ///
    /// # Errors
    /// This is no such object, or they are there already.
    pub fn provide_wordings(json: &str) -> Result<(), String> {
        let file: WordingsFile = serde_json::from_str(json).map_err(|error| error.to_string())?;
        let wordings = WordingTexts {
            concepts: file.concepts.leak(),
            frames: file.frames.leak(),
            sayings: file.sayings.leak(),
        };
        WORDINGS.set(wordings).map_err(|_| "the wordings are there already".to_owned())
    }

    /// The texts that explain; none if none were provided.
    pub fn help() -> &'static HelpTexts {
        HELP.get_or_init(HelpTexts::default)
    }

    /// Provides the texts that explain, as one JSON object: `essays` has them by their codes, `reference` is a text.
    ///
    /// # Errors
    /// This is no such object, or a text was looked for before.
    pub fn provide_help(json: &str) -> Result<(), String> {
        let file: HelpFile = serde_json::from_str(json).map_err(|error| error.to_string())?;
        let texts = HelpTexts { essays: kept(file.essays), reference: file.reference.leak() };
        HELP.set(texts).map_err(|_| "the texts are there already".to_owned())
    }

    fn kept(texts: BTreeMap<String, String>) -> &'static [NamedText] {
        let pair = |(name, text): (String, String)| -> NamedText { (name.leak(), text.leak()) };
        texts.into_iter().map(pair).collect::<Vec<_>>().leak()
    }

    /// How each character of the alphabets is written in Latin letters, a line for each; the first is that after
    /// ASCII.
    static ALPHABETS: LazyLock<Vec<&str>> = LazyLock::new(|| {
        include_str!(concat!(env!("OUT_DIR"), "/alphabets.txt")).split('\n').collect()
    });

    /// A name or a text in Latin letters, as far as that is known. Other letters stay.
    pub fn latin(text: &str) -> String {
        let mut out = String::with_capacity(text.len());
        for c in text.chars() {
            let nth = (c as usize).checked_sub(0x80);
            match nth.map(|nth| ALPHABETS.get(nth)) {
                Some(Some(latin)) => out.push_str(latin),
                None | Some(None) => out.push(c),
            }
        }
        out
    }
}
