//! The questions, at a terminal or over a pipe.

use super::file;
use crate::cli::play::{Input, InputEvent, PlayOutput};
use mnc::scaffold::{AnswerForm, GameAnswers, GameQuestion, QuestionId};
use std::io;

/// Asks the questions.
pub struct Dialog<'d, 'o> {
    input: &'d Input,
    output: &'d mut PlayOutput<'o>,
    begun: bool,
}

/// Why the questions ended without an answer.
pub enum DialogEnd {
    /// The person wants to leave.
    Left,
    /// The input cannot be used any more, and why.
    Wrong(String),
}

impl From<io::Error> for DialogEnd {
    fn from(error: io::Error) -> Self {
        DialogEnd::Wrong(format!("cannot write the question: {error}"))
    }
}

/// What was typed.
enum Typed {
    /// An empty line.
    Default,
    /// To the question before.
    Back,
    /// Something else.
    Text(String),
}

impl<'d, 'o> Dialog<'d, 'o> {
    /// A dialog that has not begun.
    pub fn new(input: &'d Input, output: &'d mut PlayOutput<'o>) -> Dialog<'d, 'o> {
        Dialog { input, output, begun: false }
    }

    fn begin(&mut self) -> io::Result<()> {
        if !self.begun {
            self.begun = true;
            self.output.print(
                "An empty line takes the answer in brackets. `?` explains, `back` returns to the question \
                 before, `quit` leaves.",
            )?;
        }
        Ok(())
    }

    /// A line for a question.
    fn line(&mut self, prompt: &str, help: &str) -> Result<Typed, DialogEnd> {
        loop {
            match self.input.line(prompt, self.output.out())? {
                InputEvent::Interrupt => return Err(DialogEnd::Left),
                InputEvent::End => {
                    return Err(DialogEnd::Wrong(format!(
                        "there is no answer to `{prompt}`, so nothing was written; with --yes the defaults are \
                         taken"
                    )));
                }
                InputEvent::Failed(why) => {
                    return Err(DialogEnd::Wrong(format!("the answers cannot be read: {why}")));
                }
                InputEvent::Unreadable(why) => self.output.print(&why)?,
                InputEvent::Line(line) => match line.trim() {
                    "" => return Ok(Typed::Default),
                    "?" | "help" => self.output.print(help)?,
                    "back" => return Ok(Typed::Back),
                    "quit" | "exit" | "q" => return Err(DialogEnd::Left),
                    typed => return Ok(Typed::Text(typed.to_owned())),
                },
            }
        }
    }

    /// The name of the game.
    pub fn title(&mut self) -> Result<String, DialogEnd> {
        const DEFAULT: &str = "My game";
        self.begin()?;
        self.output.print("\nWhat is the game called?")?;
        let help = "The name that people read. The file gets a name that is made from it.";
        loop {
            match self.line(&format!("name [{DEFAULT}]"), help)? {
                Typed::Default => return Ok(DEFAULT.into()),
                Typed::Back => self.output.print("this is the first question")?,
                Typed::Text(title) => {
                    let good = file::check_title(&title)
                        .and_then(|()| file::target(&file::name_for(&title), false).map(|_| ()));
                    match good {
                        Ok(()) => return Ok(title),
                        Err(complaint) => self.output.print(&complaint)?,
                    }
                }
            }
        }
    }

    /// The answers to all questions that apply; those that are `given` already are not asked.
    pub fn answers(&mut self, given: &[(QuestionId, String)]) -> Result<GameAnswers, DialogEnd> {
        self.begin()?;
        let mut answers = GameAnswers::default();
        // The answers before each question that was asked, to go back.
        let mut asked: Vec<(usize, GameAnswers)> = Vec::new();
        let mut nth = 0;
        while let Some(id) = QuestionId::ALL.get(nth).copied() {
            if let Some((_, answer)) = given.iter().find(|(known, _)| *known == id) {
                answers.answer(id, answer).map_err(|complaint| {
                    DialogEnd::Wrong(format!("--answer {}: {complaint}", id.name()))
                })?;
                nth += 1;
                continue;
            }
            let Some(question) = answers.question(id) else {
                nth += 1;
                continue;
            };
            let before = answers.clone();
            match self.ask(&question, &mut answers)? {
                true => {
                    asked.push((nth, before));
                    nth += 1;
                }
                false => match asked.pop() {
                    Some((earlier, before)) => (nth, answers) = (earlier, before),
                    None => self.output.print("this is the first question")?,
                },
            }
        }
        Ok(answers)
    }

    /// Asks one question; `false`: the person wants to go back.
    fn ask(
        &mut self,
        question: &GameQuestion,
        answers: &mut GameAnswers,
    ) -> Result<bool, DialogEnd> {
        self.output.print(&format!("\n{}", question.text))?;
        if let AnswerForm::Menu(items) = &question.form {
            let width = items.iter().map(|(word, _)| word.len()).max().unwrap_or(0);
            let simple = items.iter().all(|(word, text)| word == text);
            let lines = items.iter().enumerate().filter(|_| !simple);
            self.output.print_list(
                lines.map(|(nth, (word, text))| format!("{:>2}  {word:width$}  {text}", nth + 1)),
            )?;
        }
        let prompt = format!("{} [{}]", question.id.name(), question.default);
        let forms = match &question.form {
            AnswerForm::Number { from, to } => format!("Type a number from {from} to {to}."),
            AnswerForm::Menu(_) => "Type a word of the list, or its number.".into(),
        };
        let help = format!("{} {forms}", question.help);
        loop {
            let typed = match self.line(&prompt, &help)? {
                Typed::Back => return Ok(false),
                Typed::Default => question.default.clone(),
                Typed::Text(typed) => typed,
            };
            match answers.answer(question.id, &typed) {
                Ok(()) => return Ok(true),
                Err(complaint) => self.output.print(&complaint)?,
            }
        }
    }
}
