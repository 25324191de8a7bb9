//! The questions before the first game: variation and options.

use super::input::{Input, InputEvent};
use super::output::PlayOutput;
use crate::cli::game::GameArgs;
use mnc::engine::Engine;
use mnc::resolve::{Description, OptionInfo, OptionValues, Setting};
use mnc::session::{match_variation, parse_setting, values_text};
use std::io;
use std::sync::Arc;

/// The result of the questions.
pub enum AgreedSetting {
    /// The game to play.
    Game(Engine),
    /// The person wants to leave.
    Quit,
    /// The command line asks for something impossible; the reason.
    Impossible(String),
}

/// Chooses variation and options: from the command line, and for the rest from the answers of the
/// person. Nothing is asked where there is no choice.
pub fn agree_on_setting(
    description: &Description,
    args: &GameArgs,
    as_is: bool,
    input: &Input,
    output: &mut PlayOutput<'_>,
) -> io::Result<AgreedSetting> {
    let given = match args.setting(description) {
        Ok(given) => given,
        Err(complaint) => return Ok(AgreedSetting::Impossible(complaint)),
    };
    let mut dialog = SettingDialog { description, input, output };
    loop {
        let mut setting = given.clone();
        let mut asked = false;
        if !as_is && args.variations().is_empty() && !description.variations.is_empty() {
            asked = true;
            match dialog.variations()? {
                Some(variations) => setting.variations = variations,
                None => return Ok(AgreedSetting::Quit),
            }
        }
        let options = description.options_with(&setting.variations);
        if !as_is && args.values().is_empty() && !options.is_empty() {
            asked = true;
            if !dialog.options(&options, &mut setting)? {
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
        dialog.output.print(&complaint)?;
    }
}

struct SettingDialog<'a, 'o> {
    description: &'a Description,
    input: &'a Input,
    output: &'a mut PlayOutput<'o>,
}

/// An answer to a question.
enum DialogAnswer {
    /// An empty line: the default.
    Default,
    /// A text.
    Text(String),
    /// To leave.
    Quit,
}

impl SettingDialog<'_, '_> {
    /// An answer to a question; `help` is the text for the answer `help`.
    fn ask(&mut self, prompt: &str, help: &str) -> io::Result<DialogAnswer> {
        loop {
            match self.input.line(prompt, self.output.out())? {
                InputEvent::End | InputEvent::Interrupt | InputEvent::Failed(_) => {
                    return Ok(DialogAnswer::Quit);
                }
                InputEvent::Unreadable(why) => self.output.print(&why)?,
                InputEvent::Line(line) => match line.trim() {
                    "" => return Ok(DialogAnswer::Default),
                    "quit" | "q" | "exit" => return Ok(DialogAnswer::Quit),
                    "help" | "?" => self.output.print(help)?,
                    typed => return Ok(DialogAnswer::Text(typed.to_owned())),
                },
            }
        }
    }

    /// Asks for the variations; `None`: the person wants to leave.
    fn variations(&mut self) -> io::Result<Option<Vec<String>>> {
        let names = &self.description.variations;
        self.output.print(&format!("{} can be played in these ways:", self.description.name))?;
        self.output.print("   0  as it is")?;
        for (nth, name) in names.iter().enumerate() {
            self.output.print(&format!("{:>4}  {name}", nth + 1))?;
        }
        self.output.print("Which? Type a number or a name; an empty line means as it is.")?;
        let help = "Type the number before one of these ways to play, or its name. \
                    You can type several with commas between. `quit` leaves.";
        loop {
            match self.ask("variation", help)? {
                DialogAnswer::Quit => return Ok(None),
                DialogAnswer::Default => return Ok(Some(Vec::new())),
                DialogAnswer::Text(typed) => match parse_variations(self.description, &typed) {
                    Ok(chosen) => return Ok(Some(chosen)),
                    Err(complaint) => self.output.print(&complaint)?,
                },
            }
        }
    }

    /// Asks for the values of options; returns `false` if the person wants to leave.
    fn options(&mut self, options: &[&OptionInfo], setting: &mut Setting) -> io::Result<bool> {
        self.output.print("To be agreed before the game:")?;
        for option in options {
            let (name, value) = (&option.name, &option.default);
            self.output
                .print(&format!("  {name} = {value}   ({})", values_text(&option.values)))?;
            if let Some(note) = &option.note {
                self.output.print(&format!("      {note}"))?;
            }
        }
        let example = options.first().map(|option| example(option)).unwrap_or_default();
        let help = format!("To change one, type for example `{example}`.");
        self.output.print(&format!("{help} An empty line means: play like this."))?;
        loop {
            match self.ask("options", &help)? {
                DialogAnswer::Quit => return Ok(false),
                DialogAnswer::Default => return Ok(true),
                DialogAnswer::Text(typed) => match self.apply_values(&typed, setting) {
                    Ok(list) => self.output.print(&list)?,
                    Err(complaint) => self.output.print(&format!("{complaint}. {help}"))?,
                },
            }
        }
    }

    /// Sets the typed values of options; all of them or none.
    fn apply_values(&self, typed: &str, setting: &mut Setting) -> Result<String, String> {
        let typed: Vec<&str> = typed.split(',').collect();
        let changed = parse_setting(self.description, &setting.variations, &typed);
        let changed = changed.map_err(|error| error.summary())?;
        let list = changed.options.iter().map(|(name, value)| format!("{name} = {value}"));
        let list = list.collect::<Vec<_>>().join(", ");
        setting.options.extend(changed.options);
        Ok(list)
    }
}

/// Parses variations by number or by name.
fn parse_variations(description: &Description, typed: &str) -> Result<Vec<String>, String> {
    let names = &description.variations;
    let one = |typed: &str| -> Result<Option<String>, String> {
        let typed = typed.trim();
        if matches!(typed, "0" | "none" | "as it is") {
            return Ok(None);
        }
        let number = typed.parse::<usize>().ok();
        if let Some(name) = number.and_then(|n| names.get(n.checked_sub(1)?)) {
            return Ok(Some(name.clone()));
        }
        if number.is_some() {
            return Err(format!(
                "{typed} is not one of the numbers: they go from 0 to {}",
                names.len()
            ));
        }
        let name = match_variation(description, typed).map_err(|error| {
            let message = error.summary();
            let stop = if message.ends_with('?') { "" } else { "." };
            format!("{message}{stop} Type a number from 0 to {}", names.len())
        });
        name.map(|name| Some(name.to_owned()))
    };
    // A name may have a comma in it.
    let whole = one(typed);
    let parts: Result<Vec<_>, _> = typed.split(',').map(one).collect();
    let named = match (whole, parts) {
        (Ok(name), _) => vec![name],
        (Err(_), Ok(names)) => names,
        (Err(complaint), Err(_)) => return Err(complaint),
    };
    let mut chosen: Vec<String> = Vec::new();
    for name in named.into_iter().flatten() {
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
