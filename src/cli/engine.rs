//! `mnc engine`: a game for other programs; one line of JSON answers each line of JSON.

use super::game::GameArgs;
use super::{Exit, Output, out};
use mnc::protocol::{GameSession, Lines};
use std::io::{self, Write};

/// Play a game from another program, with lines of JSON
///
/// Each line on standard input is a request, one JSON object; each is answered by one line of JSON. An
/// invalid request is answered by {"error":{"code":…,"message":…}} and changes nothing.
///
/// {"do":"info"} describes the game, its players, options, variations and places, and where and when it
/// is played; {"do":"new"} begins (with "seat":1 the second player does); {"do":"position"} shows the current position;
/// {"do":"play","choice":"a1"} makes a choice and reports what happens; {"do":"undo"} takes back the
/// last choice; {"do":"setup","seat":0,"seeds":{"a1":4}} sets up a position, with the fields of a
/// position answer; {"do":"next"} begins the next game of a match; {"do":"perft","depth":6} counts the
/// ways to play on. {"do":"think","player":"search:2"} asks a computer player, {"do":"playout","games":1000}
/// plays random games, {"do":"playout","matches":100} random matches; {"do":"trail"} lists the choices so
/// far, {"do":"record"} saves them, {"do":"resume","record":…} goes on with them, {"do":"test","name":…}
/// writes them as a test. {"do":"document","language":"fr"} writes the rules as prose, a page of HTML.
/// {"do":"open","text":…} opens the game of a description; "variations" and "options" may be given.
///
/// Requests about a description need no game: {"do":"findings","text":…} ("effort" is "reading", "text",
/// "usual" or "thorough"), {"do":"complete","text":…,"offset":…}, {"do":"hover","text":…,"offset":…},
/// {"do":"fixes","text":…,"start":…,"end":…}, {"do":"fix-all","text":…}, {"do":"format","text":…},
/// {"do":"preview","text":…}, {"do":"explain","code":…}, {"do":"games"}, {"do":"description","game":…}.
/// Places are bytes of the text.
#[derive(clap::Args, Debug)]
#[command(
    after_help = "Examples:\n  mnc engine oware\n  echo '{\"do\":\"play\",\"choice\":\"c1\"}' | mnc engine kalah --set seeds-each=6"
)]
pub struct EngineArgs {
    #[command(flatten)]
    game: GameArgs,
}

/// Runs the command.
pub fn run(args: &EngineArgs, out: &mut Output) -> io::Result<Exit> {
    if args.game.is_stdin() {
        out::print_error(
            "the requests are read from standard input: give the description as a file",
        );
        return Ok(Exit::CouldNotRun);
    }
    let (description, engine) = match args.game.open() {
        Ok(opened) => opened,
        Err(exit) => return Ok(exit),
    };
    let mut session = GameSession::new(description, engine);
    let mut lines = Lines::new(io::stdin().lock());
    while let Some(line) = lines.next_line()? {
        let answer = match line {
            Ok(line) => session.answer(&line),
            Err(refusal) => refusal.to_json_line(),
        };
        out.json(&answer)?;
        out.flush()?;
        if out.is_closed() {
            break;
        }
    }
    Ok(Exit::Clean)
}
