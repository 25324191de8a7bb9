//! What is asked before the first game: which variation, and what is to be agreed.

use super::input::{Input, InputEvent};
use super::output::PlayOutput;
use crate::cli::game::{self, GameArgs};
use crate::engine::Engine;
use crate::resolve::{Description, OptionInfo, OptionValues, Setting};
use std::io;
use std::sync::Arc;

/// The result of the questions.
pub enum AgreedSetting {
    /// This is played.
    Game(Engine),
    /// The person would rather leave.
    Quit,
    /// Nothing can be played as it was asked for, and why.
    Impossible(String),
}

/// Agrees on variation and options: what the command line says, and for the rest what the person
/// answers. Nothing is asked where there is no choice.
pub fn agree_on_setting(
    description: &Description,
    args: &GameArgs,
    as_is: bool,
    input: &Input,
    voice: &mut PlayOutput<'_>,
) -> io::Result<AgreedSetting> {
    let given = match args.setting(description) {
        Ok(given) => given,
        Err(complaint) => return Ok(AgreedSetting::Impossible(complaint)),
    };
    let mut asking = SettingDialog { description, input, voice };
    loop {
        let mut setting = given.clone();
        let mut asked = false;
        if !as_is && args.variations().is_empty() && !description.variations.is_empty() {
            asked = true;
            match asking.variations()? {
                Some(variations) => setting.variations = variations,
                None => return Ok(AgreedSetting::Quit),
            }
        }
        let options = description.options_with(&setting.variations);
        if !as_is && args.values().is_empty() && !options.is_empty() {
            asked = true;
            if !asking.options(&options, &mut setting)? {
                return Ok(AgreedSetting::Quit);
            }
        }
        let (model, found) = description.build(&setting);
        if let Some(model) = model {
            return Ok(AgreedSetting::Game(Engine::new(Arc::new(model))));
        }
        let why = found.first().map_or("", |found| &found.message);
        let complaint = format!("this cannot be played together: {why}");
        if !asked {
            return Ok(AgreedSetting::Impossible(complaint));
        }
        asking.voice.print(&complaint)?;
    }
}

struct SettingDialog<'a, 'o> {
    description: &'a Description,
    input: &'a Input,
    voice: &'a mut PlayOutput<'o>,
}

/// What somebody answers.
enum DialogAnswer {
    /// Nothing: it stays as it is.
    Default,
    /// This.
    Text(String),
    /// To leave.
    Quit,
}

impl SettingDialog<'_, '_> {
    /// An answer to a question; `help` is the text for the answer `help`.
    fn ask(&mut self, prompt: &str, help: &str) -> io::Result<DialogAnswer> {
        loop {
            match self.input.line(prompt, self.voice.out())? {
                InputEvent::End | InputEvent::Interrupt | InputEvent::Failed(_) => {
                    return Ok(DialogAnswer::Quit);
                }
                InputEvent::Unreadable(why) => self.voice.print(&why)?,
                InputEvent::Line(line) => match line.trim() {
                    "" => return Ok(DialogAnswer::Default),
                    "quit" | "q" | "exit" => return Ok(DialogAnswer::Quit),
                    "help" | "?" => self.voice.print(help)?,
                    said => return Ok(DialogAnswer::Text(said.to_owned())),
                },
            }
        }
    }

    /// The variations that are to be played.
    fn variations(&mut self) -> io::Result<Option<Vec<String>>> {
        let names = &self.description.variations;
        self.voice.print(&format!("{} can be played in these ways:", self.description.name))?;
        self.voice.print("   0  as it is")?;
        for (nth, name) in names.iter().enumerate() {
            self.voice.print(&format!("{:>4}  {name}", nth + 1))?;
        }
        self.voice.print("Which? Say a number or a name; an empty line means as it is.")?;
        let help = "Say the number that stands before one of these ways to play, or its name. \
                    Several may be said with commas between. `quit` leaves.";
        loop {
            match self.ask("variation", help)? {
                DialogAnswer::Quit => return Ok(None),
                DialogAnswer::Default => return Ok(Some(Vec::new())),
                DialogAnswer::Text(said) => match parse_variations(names, &said) {
                    Ok(chosen) => return Ok(Some(chosen)),
                    Err(complaint) => self.voice.print(&complaint)?,
                },
            }
        }
    }

    /// Values for options, one after the other; whether to play at all.
    fn options(&mut self, options: &[&OptionInfo], setting: &mut Setting) -> io::Result<bool> {
        self.voice.print("To be agreed before the game:")?;
        for option in options {
            let (name, value) = (&option.name, &option.default);
            self.voice
                .print(&format!("  {name} = {value}   ({})", game::values_text(&option.values)))?;
            if let Some(note) = &option.note {
                self.voice.print(&format!("      {note}"))?;
            }
        }
        let example = options.first().map(|option| example(option)).unwrap_or_default();
        let help = format!("To change one, say for example `{example}`.");
        self.voice.print(&format!("{help} An empty line: play like this."))?;
        loop {
            match self.ask("options", &help)? {
                DialogAnswer::Quit => return Ok(false),
                DialogAnswer::Default => return Ok(true),
                DialogAnswer::Text(said) => match self.apply_values(&said, setting) {
                    Ok(told) => self.voice.print(&told)?,
                    Err(complaint) => self.voice.print(&format!("{complaint}. {help}"))?,
                },
            }
        }
    }

    /// Gives options the values that were said; all of them or none.
    fn apply_values(&self, said: &str, setting: &mut Setting) -> Result<String, String> {
        let mut values = Vec::new();
        for part in said.split(',') {
            let pair =
                part.split_once('=').ok_or_else(|| format!("`{}` gives no value", part.trim()));
            let (name, value) = pair?;
            values.push((name.trim(), value.trim()));
        }
        let changed = game::setting(self.description, &setting.variations, &values);
        let changed = changed.map_err(|complaint| first_line(&complaint))?;
        let told = changed.options.iter().map(|(name, value)| format!("{name} = {value}"));
        let told = told.collect::<Vec<_>>().join(", ");
        setting.options.extend(changed.options);
        Ok(told)
    }
}

/// The variations that were said, by number or by name.
fn parse_variations(names: &[String], said: &str) -> Result<Vec<String>, String> {
    let one = |said: &str| -> Result<Option<String>, String> {
        let said = said.trim();
        if matches!(said, "0" | "none" | "as it is") {
            return Ok(None);
        }
        let number = said.parse::<usize>().ok();
        if let Some(name) = number.and_then(|n| names.get(n.checked_sub(1)?)) {
            return Ok(Some(name.clone()));
        }
        if number.is_some() {
            return Err(format!(
                "{said} is none of the numbers: they go from 0 to {}",
                names.len()
            ));
        }
        let known = names.iter().map(String::as_str);
        let name = game::match_name("variation", said, known).map_err(|told| {
            let told = first_line(&told);
            let stop = if told.ends_with('?') { "" } else { "." };
            format!("{told}{stop} Say a number from 0 to {}", names.len())
        });
        name.map(|name| Some(name.to_owned()))
    };
    // A name may have a comma in it.
    let whole = one(said);
    let parts: Result<Vec<_>, _> = said.split(',').map(one).collect();
    let meant = match (whole, parts) {
        (Ok(name), _) => vec![name],
        (Err(_), Ok(names)) => names,
        (Err(complaint), Err(_)) => return Err(complaint),
    };
    let mut chosen: Vec<String> = Vec::new();
    for name in meant.into_iter().flatten() {
        if !chosen.contains(&name) {
            chosen.push(name);
        }
    }
    Ok(chosen)
}

/// `columns = 4`: an option with a value that it does not have.
fn example(option: &OptionInfo) -> String {
    let value = match &option.values {
        OptionValues::List(list) => list.iter().find(|value| **value != option.default).cloned(),
        OptionValues::Range { from, to, even } => {
            let ends =
                [*from + u64::from(*even && from % 2 == 1), *to - u64::from(*even && to % 2 == 1)];
            ends.iter().map(u64::to_string).find(|value| *value != option.default)
        }
    };
    format!("{} = {}", option.name, value.as_ref().unwrap_or(&option.default))
}

fn first_line(text: &str) -> String {
    text.lines().next().unwrap_or_default().to_owned()
}
