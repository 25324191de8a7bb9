//! The program in hostile conditions: signals, full disks, devices in place of files, names with control
//! characters.
#![cfg(unix)]
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic, missing_docs)]

use std::fs;
use std::io::{Read, Write};
use std::os::unix::process::ExitStatusExt;
use std::path::Path;
use std::process::{Child, Command, ExitStatus, Output, Stdio};
use std::time::{Duration, Instant};
use tempfile::TempDir;

/// The program, with the default signal handling, even if the tests run in the background with some
/// signals ignored.
fn mnc(folder: &Path) -> Command {
    let mut mnc = Command::new("env");
    mnc.arg("--default-signal=INT,QUIT,HUP,TERM").arg(assert_cmd::cargo::cargo_bin("mnc"));
    mnc.current_dir(folder).stdin(Stdio::null());
    mnc
}

fn run(folder: &Path, arguments: &[&str]) -> Output {
    mnc(folder).args(arguments).output().unwrap()
}

fn run_with(folder: &Path, arguments: &[&str], input: &str) -> Output {
    let mut mnc = assert_cmd::Command::cargo_bin("mnc").unwrap();
    mnc.args(arguments).current_dir(folder).write_stdin(input).output().unwrap()
}

fn printed(output: &Output) -> String {
    let both = [&output.stdout[..], &output.stderr[..]].concat();
    String::from_utf8_lossy(&both).into_owned()
}

fn files(folder: &Path) -> Vec<String> {
    let names = fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().file_name());
    let mut names: Vec<String> = names.map(|name| name.to_string_lossy().into_owned()).collect();
    names.sort();
    names
}

fn send(child: &Child, signal: &str) {
    let id = child.id().to_string();
    assert!(Command::new("kill").args(["-s", signal, &id]).status().unwrap().success());
}

/// Waits for the end, at most for `most`.
fn end(child: &mut Child, most: Duration) -> ExitStatus {
    let begun = Instant::now();
    loop {
        if let Some(status) = child.try_wait().unwrap() {
            return status;
        }
        if begun.elapsed() > most {
            child.kill().unwrap();
            panic!("still there after {most:?}");
        }
        std::thread::sleep(Duration::from_millis(20));
    }
}

/// One second, plus a margin for a busy machine.
const SOON: Duration = Duration::from_secs(4);

/// A description in which one choice takes very long: a sowing of very many laps.
const SLOW: &str = "mnc 1
game \"Slow\"
board
  2 rows of 60 holes
  each player owns the nearest row and a store
start: every hole holds 4
way: anticlockwise round every hole
turn: a player with no move passes
move: sow any own hole
last seed
  makes 1 or more -> sow it
end
  no seeds are left -> end game
winner: most seeds
";

#[test]
fn signals_end_every_command_soon() {
    let folder = tempfile::tempdir().unwrap();
    fs::write(folder.path().join("slow.mnc"), SLOW).unwrap();
    let commands: [&[&str]; 8] = [
        &["play", "kalah", "--as-is", "--seat", "South=search:4", "--seat", "North=search:4"],
        &["play", "slow.mnc", "--as-is", "--seat", "South=search:4"],
        &["playout", "kalah", "--games", "1000000000"],
        &["perft", "kalah", "40"],
        &["check", "slow.mnc"],
        &["test", "kalah", "--games", "1000000"],
        &["compare", "kalah", "--variation-b", "more than half is enough", "--games", "1000000"],
        &["compare", "slow.mnc", "--readings"],
    ];
    for arguments in commands {
        for signal in ["INT", "TERM", "HUP"] {
            let mut mnc = mnc(folder.path());
            let quiet = mnc.args(arguments).stdout(Stdio::null()).stderr(Stdio::null());
            let mut child = quiet.spawn().unwrap();
            std::thread::sleep(Duration::from_millis(700));
            if child.try_wait().unwrap().is_none() {
                send(&child, signal);
            }
            end(&mut child, SOON);
        }
    }
}

/// Starts a game and waits until the first answer is processed.
fn begun(folder: &TempDir, game: &str) -> Child {
    let mut mnc = mnc(folder.path());
    mnc.args(["play", game, "--as-is"]).stdin(Stdio::piped()).stdout(Stdio::piped());
    let mut child = mnc.stderr(Stdio::null()).spawn().unwrap();
    let input = child.stdin.as_mut().unwrap();
    input.write_all(b"c1\na1\n").unwrap();
    input.flush().unwrap();
    // Both choices are reported when the third is asked for.
    let mut heard = Vec::new();
    let out = child.stdout.as_mut().unwrap();
    while !String::from_utf8_lossy(&heard).contains("> a1\n") || !heard.ends_with(b"> ") {
        let mut bytes = [0; 512];
        let many = out.read(&mut bytes).unwrap();
        assert!(many > 0, "{}", String::from_utf8_lossy(&heard));
        heard.extend_from_slice(&bytes[..many]);
    }
    child
}

#[test]
fn a_stopped_game_is_saved() {
    for signal in ["INT", "TERM", "HUP"] {
        let folder = tempfile::tempdir().unwrap();
        let mut child = begun(&folder, "kalah");
        send(&child, signal);
        end(&mut child, SOON);
        assert_eq!(files(folder.path()), ["kalah.mncr"], "{signal}");
        let text = fs::read_to_string(folder.path().join("kalah.mncr")).unwrap();
        assert!(text.contains("c1") && text.contains("a1"), "{text}");
    }
}

#[test]
fn a_killed_game_is_offered_again() {
    for signal in ["KILL", "QUIT"] {
        let folder = tempfile::tempdir().unwrap();
        let mut child = begun(&folder, "kalah");
        send(&child, signal);
        assert!(end(&mut child, SOON).signal().is_some());
        let journal = "kalah.unsaved.mncr";
        let mut there = files(folder.path());
        there.retain(|name| name.contains("kalah"));
        assert_eq!(there, [journal]);
        // The last line was incomplete at the power cut.
        let path = folder.path().join(journal);
        let mut text = fs::read_to_string(&path).unwrap();
        text.push_str("  9. Sou");
        fs::write(&path, text).unwrap();

        let refused = printed(&run_with(folder.path(), &["play", "kalah"], "maybe\nquit\n"));
        assert!(refused.contains("An interrupted game of 2 choices"), "{refused}");
        assert!(path.is_file());
        let quiet = printed(&run_with(folder.path(), &["play", "kalah", "--as-is"], "quit\n"));
        assert!(quiet.contains("mnc play kalah --load kalah.unsaved.mncr"), "{quiet}");
        let resumed =
            printed(&run_with(folder.path(), &["play", "kalah"], "yes\nsave done\nquit\n"));
        assert!(resumed.contains("the game goes on after 2 choices"), "{resumed}");
        let mut there = files(folder.path());
        there.retain(|name| name.contains("mncr"));
        assert_eq!(there, ["done.mncr"], "{resumed}");
        let replayed = run(folder.path(), &["replay", "done.mncr"]);
        assert!(printed(&replayed).contains("2 choices fit"), "{}", printed(&replayed));
    }
}

#[test]
fn a_game_that_broke_off_can_be_put_by() {
    let folder = tempfile::tempdir().unwrap();
    let mut child = begun(&folder, "kalah");
    // Its game is being played, so another session does not get it.
    let other = printed(&run_with(folder.path(), &["play", "kalah"], "\nquit\n"));
    assert!(!other.contains("interrupted"), "{other}");
    let taken = run(folder.path(), &["play", "kalah", "--load", "kalah.unsaved.mncr"]);
    assert!(printed(&taken).contains("is being played now"), "{}", printed(&taken));
    send(&child, "KILL");
    end(&mut child, SOON);
    let printed = printed(&run_with(folder.path(), &["play", "kalah"], "no\n\nquit\n"));
    assert!(printed.contains("it is kept in kalah.mncr"), "{printed}");
    assert_eq!(files(folder.path()), ["kalah.mncr"]);
}

#[test]
fn the_line_to_go_on_works_when_it_is_pasted() {
    for name in ["-rf", "a b", "it's", "$HOME", "a\u{9b}b", "*"] {
        let folder = tempfile::tempdir().unwrap();
        let program = assert_cmd::cargo::cargo_bin("mnc");
        let saved = printed(&run_with(
            folder.path(),
            &["play", "kalah", "--as-is"],
            &format!("a1\nsave {name}\nquit\n"),
        ));
        let (_, line) = saved.split_once("to go on later: mnc ").expect(&saved);
        let line = line.lines().next().unwrap();
        let mut bash = Command::new("bash");
        bash.current_dir(folder.path()).stdin(Stdio::null());
        let pasted = bash.arg("-c").arg(format!("{} {line}", program.display())).output().unwrap();
        let pasted = printed(&pasted);
        assert!(pasted.contains("the game goes on after 1 choice"), "{name}: {line}\n{pasted}");
    }
}

#[test]
fn a_stopped_playout_tells_what_it_has_counted() {
    let folder = tempfile::tempdir().unwrap();
    let mut mnc = mnc(folder.path());
    mnc.args(["playout", "kalah", "--games", "1000000000"]);
    let mut child = mnc.stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().unwrap();
    std::thread::sleep(Duration::from_secs(3));
    send(&child, "INT");
    let status = end(&mut child, SOON);
    let output = child.wait_with_output().unwrap();
    let all = printed(&output);
    assert_eq!(status.code(), Some(130), "{all}");
    assert!(all.contains("random games, seed 1") && all.contains("drawn"), "{all}");
    assert!(all.contains("of 1000000000 games were played to their end"), "{all}");
}

#[test]
fn a_record_names_no_file_elsewhere() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path();
    let secret = path.join("secret.txt");
    fs::write(&secret, "password xyzzy\n").unwrap();
    fs::create_dir(path.join("in")).unwrap();
    fs::copy(&secret, path.join("in/secret.mnc")).unwrap();
    fs::write(path.join("plain.mnc"), "password xyzzy\n").unwrap();
    let secret = secret.display();
    let lines = [
        format!("game \"{secret}\""),
        "game \"./plain.mnc\"".into(),
        "game \"-\"".into(),
        format!("game \"Kalah\"\ndescription {secret}"),
        "game \"Kalah\"\ndescription in/secret.mnc".into(),
        "game \"Kalah\"\ndescription ../x.mnc".into(),
        "game \"Kalah\"\ndescription plain.mnc".into(),
        "game \"Kalah\"\ndescription /dev/stdin".into(),
        "game \"Kalah\"\ndescription missing.mnc".into(),
    ];
    for line in lines {
        let record = format!("mnc record 1\n{line}\nrules 0123456789abcdef\n\n  1. South  a1\n");
        fs::write(path.join("x.mncr"), record).unwrap();
        for arguments in [&["replay", "x.mncr"][..], &["play", "oware", "--load", "x.mncr"]] {
            let output = run(path, arguments);
            let all = printed(&output);
            assert!(!all.contains("xyzzy"), "{line}: {all}");
            assert_eq!(output.status.code(), Some(2), "{line}: {all}");
        }
        let given = run(path, &["replay", "x.mncr", "--game", "kalah", "--force"]);
        assert!(printed(&given).contains("1 choice fits"), "{line}: {}", printed(&given));
    }
}

#[test]
fn a_record_names_a_description_in_its_folder() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path();
    fs::create_dir(path.join("games")).unwrap();
    let own = Path::new(env!("CARGO_MANIFEST_DIR")).join("games/kalah.mnc");
    let text = fs::read_to_string(own).unwrap().replace("game \"Kalah\"", "game \"My Kalah\"");
    fs::write(path.join("games/mine.mnc"), text).unwrap();
    let played = ["play", "games/mine.mnc", "--as-is"];
    run_with(path, &played, "a1\nsave games/one.mncr\nsave two\nquit\n");
    let beside = run(path, &["replay", "games/one.mncr"]);
    assert!(printed(&beside).contains("1 choice fits"), "{}", printed(&beside));
    let elsewhere = printed(&run(path, &["replay", "two.mncr"]));
    assert!(
        elsewhere.contains("there is no `mine.mnc` in the folder of the record"),
        "{elsewhere}"
    );
}

#[test]
fn a_folder_of_great_files_is_not_read() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path();
    let head = "mnc 1\ngame \"Great\"\n# ".to_owned();
    let great = head + &"x".repeat(999_000);
    for number in 0..300 {
        fs::write(path.join(format!("{number}.mnc")), &great).unwrap();
    }
    fs::write(path.join("mine.mnc"), "mnc 1\ngame \"Mine\" like \"Kalah\"\n").unwrap();
    // Reading them all would take 300 MB more than the limit.
    let program = assert_cmd::cargo::cargo_bin("mnc");
    let line = format!("ulimit -v 1500000; exec {} check mine.mnc", program.display());
    let output = Command::new("bash").current_dir(path).arg("-c").arg(line).output().unwrap();
    assert_eq!(output.status.code(), Some(0), "{}", printed(&output));
}

#[test]
fn what_is_no_file_is_not_waited_on() {
    let folder = tempfile::tempdir().unwrap();
    assert!(Command::new("mkfifo").arg(folder.path().join("p.mnc")).status().unwrap().success());
    for file in ["p.mnc", "/dev/zero", "/dev/tty", "."] {
        for command in ["check", "replay"] {
            let mut mnc = mnc(folder.path());
            mnc.args([command, file]).stdout(Stdio::piped()).stderr(Stdio::piped());
            let mut child = mnc.spawn().unwrap();
            assert_eq!(end(&mut child, SOON).code(), Some(2), "{command} {file}");
            let printed = printed(&child.wait_with_output().unwrap());
            let message = match (command, file) {
                ("check", ".") => "there is no description in this folder",
                _ => "cannot read this file",
            };
            assert!(printed.contains(message), "{printed}");
        }
    }
}

#[test]
fn what_cannot_be_written_is_an_exit_status() {
    let folder = tempfile::tempdir().unwrap();
    let commands: [&[&str]; 18] = [
        &["--help"],
        &["--version"],
        &["check", "--help"],
        &["list"],
        &["explain", "unknown-word"],
        &["show", "kalah"],
        &["doc", "kalah"],
        &["perft", "kalah", "2"],
        &["playout", "kalah", "--games", "3"],
        &["check", "-"],
        &["test", "kalah"],
        &["compare", "kalah", "oware"],
        &["new", "k", "--yes", "--force"],
        &["fmt", "--help"],
        &["lsp", "--help"],
        &["mcp", "--help"],
        &["serve", "--help"],
        &["play", "kalah", "--as-is"],
    ];
    for arguments in commands {
        let full = fs::OpenOptions::new().write(true).open("/dev/full").unwrap();
        let mut mnc = mnc(folder.path());
        let child = mnc.args(arguments).stdout(full).stderr(Stdio::piped()).spawn().unwrap();
        let output = child.wait_with_output().unwrap();
        let all = printed(&output);
        assert_eq!(output.status.code(), Some(2), "{arguments:?}: {all}");
        assert!(!all.contains("panicked"), "{arguments:?}: {all}");
        // Neither the output nor the error output has a reader.
        let mut mnc = self::mnc(folder.path());
        let mut child =
            mnc.args(arguments).stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().unwrap();
        drop(child.stdout.take());
        let output = child.wait_with_output().unwrap();
        assert!(output.status.code().is_some(), "{arguments:?}: {output:?}");
        assert!(!printed(&output).contains("panicked"), "{arguments:?}: {}", printed(&output));
    }
}

#[test]
fn very_many_messages_are_counted() {
    let folder = tempfile::tempdir().unwrap();
    let words: String = (0..400).map(|n| format!(" xq{n}")).collect();
    let lines: String = (0..400).map(|n| format!("  nonsense xq{n}\n")).collect();
    let long = "y".repeat(300_000);
    for text in [
        format!("mnc 1\ngame \"X\"\nboard\n  2 rows of 6 holes\nmove:{words}\n"),
        format!("mnc 1\ngame \"X\"\nboard\n  2 rows of 6 holes\nmove\n{lines}"),
        format!("mnc 1\ngame \"X\"\nboard\n  2 rows of 6 holes\nmove: sow any {long}\n"),
        format!("mnc 1\ngame \"{long}\"\n"),
    ] {
        fs::write(folder.path().join("x.mnc"), text).unwrap();
        for arguments in
            [&["check", "x.mnc"][..], &["check", "--format", "fancy", "x.mnc"], &["show", "x.mnc"]]
        {
            let all = printed(&run(folder.path(), arguments));
            assert!(all.len() < 60_000, "{arguments:?}: {}", all.len());
        }
    }
}

#[test]
fn threads_are_those_of_the_machine() {
    let folder = tempfile::tempdir().unwrap();
    for arguments in [
        &["playout", "kalah", "--games", "200", "--threads"][..],
        &["perft", "kalah", "5", "--threads"],
    ] {
        let of = |threads| run(folder.path(), &[arguments, &[threads]].concat());
        let (one, many) = (of("1"), of("3000"));
        assert_eq!(one.stdout, many.stdout);
        assert!(printed(&many).contains("threads at a time"), "{}", printed(&many));
    }
}

/// Escape, bell, the 8-bit CSI, delete, a direction override, and an invisible mark.
const EVIL: &str = "\u{1b}[31m\u{7}\u{9b}2J\u{7f}\u{202e}\u{200b}\r";

/// The first character in a text that a terminal would interpret.
fn harmful(text: &str) -> Option<char> {
    let raw = |c: char| c.is_control() && c != '\n';
    let turning =
        |c: char| matches!(c, '\u{202a}'..='\u{202e}' | '\u{2066}'..='\u{2069}' | '\u{200b}');
    text.chars().find(|c| raw(*c) || turning(*c))
}

/// A description with hidden characters in every text.
fn evil_description() -> String {
    let evil = EVIL.trim_end();
    format!(
        "mnc 1\ngame \"A{evil}\"\nabout\n  also \"B{evil}\"\n  played \"C{evil}\"\n  source \"D{evil}\"\n\
         board\n  2 rows of 3 holes\n  each player owns the nearest row and a store\n\
         options\n  seeds = 3 or 4, usually 3 \"E{evil}\"\n\
         start: every hole holds 3\n\
         way: anticlockwise round every hole, then through the own store\n\
         move: sow any own hole # F{evil}\nend\n  no seeds are left -> end game\nwinner: most seeds\n\
         variation \"G{evil}\"\n  start: every hole holds 4\n"
    )
}

#[test]
fn nothing_from_outside_reaches_the_terminal_raw() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path();
    let file = format!("x{EVIL}.mnc");
    fs::write(path.join(&file), evil_description()).unwrap();
    fs::write(path.join("x.mnc"), evil_description()).unwrap();
    // The same as a valid game, with hidden characters in its name.
    let playable = evil_description();
    let playable: Vec<&str> = playable
        .lines()
        .filter(|line| {
            !["about", "  also", "  played", "  source", "options", "  seeds"]
                .iter()
                .any(|w| line.starts_with(w))
        })
        .collect();
    fs::write(path.join("y.mnc"), playable.join("\n") + "\n").unwrap();
    let fields = [
        format!("game \"{EVIL}\""),
        format!("game \"Kalah\"\ndescription {EVIL}.mnc"),
        format!("game \"Kalah\"\nvariation \"{EVIL}\""),
        format!("game \"Kalah\"\noption {EVIL} = {EVIL}"),
        format!("game \"Kalah\"\noption seeds-each = {EVIL}"),
        format!("game \"Kalah\"\nfirst {EVIL}"),
        format!("game \"Kalah\"\nplayer {EVIL} {EVIL}"),
        format!("game \"Kalah\"\nseed {EVIL}"),
        format!("game \"Kalah\"\n{EVIL}"),
    ];
    let mut records = Vec::new();
    for (number, field) in fields.iter().enumerate() {
        let name = format!("{number}.mncr");
        let text = format!(
            "mnc record 1\n{field}\nrules 0123456789abcdef\n\n  1. South  a1\n  2. {EVIL}  {EVIL}\nresult {EVIL}\n"
        );
        fs::write(path.join(&name), text).unwrap();
        records.push(name);
    }
    let mut commands: Vec<Vec<&str>> = Vec::new();
    for game in [file.as_str(), "x.mnc", "y.mnc", EVIL] {
        commands.push(vec!["check", game]);
        commands.push(vec!["check", "--notes", "--format", "fancy", game]);
        commands.push(vec!["check", "--format", "json", game]);
        commands.push(vec!["check", "--format", "sarif", "--suppressed", game]);
        commands.push(vec!["check", "--format", "github", game]);
        commands.push(vec!["check", "--diff", "--unsafe-fixes", game]);
        commands.push(vec!["fmt", "--diff", game]);
        commands.push(vec!["fmt", "--check", game]);
        commands.push(vec!["fmt", game]);
        for command in ["show", "play", "engine", "playout"] {
            commands.push(vec![command, game]);
            commands.push(vec![command, game, "--variation", EVIL]);
            commands.push(vec![command, game, "--set", EVIL]);
            commands.push(vec![command, game, "--set", "seeds=\u{1b}"]);
        }
        commands.push(vec!["test", game, "--games", "2"]);
        commands.push(vec!["test", game, "--coverage", "--format", "json"]);
        commands.push(vec!["test", game, "--threshold", "90", "--format", "junit"]);
        commands.push(vec!["compare", game, "kalah", "--games", "5"]);
        commands.push(vec!["compare", "kalah", game, "--format", "json", "--games", "5"]);
        commands.push(vec!["compare", game, "--readings", "--games", "2", "--set", EVIL]);
        commands.push(vec!["compare", game, "--readings", "--games", "2"]);
        commands.push(vec!["new", "z", "--like", game, "--force"]);
        commands.push(vec!["show", game, "--format", "json"]);
        commands.push(vec!["show", game, "--program"]);
        commands.push(vec!["show", game, "--svg"]);
        for form in ["markdown", "html", "typst"] {
            commands.push(vec!["doc", game, "--format", form]);
            commands.push(vec!["doc", game, "--format", form, "--language", "fr"]);
            commands.push(vec!["doc", game, "--variation", EVIL, "--set", EVIL]);
        }
        commands.push(vec!["playout", game, "--games", "5", "--format", "json"]);
        commands.push(vec!["perft", game, "2", "--divide"]);
        commands.push(vec!["solve", game, "--most", "200"]);
        commands.push(vec!["play", game, "--as-is", "--load", EVIL]);
        commands.push(vec!["play", game, "--as-is", "--seat", EVIL]);
    }
    for record in &records {
        commands.push(vec!["replay", record]);
        commands.push(vec!["replay", record, "--svg", "1"]);
        commands.push(vec!["replay", record, "--force", "--why", "--game", "kalah"]);
        commands.push(vec!["play", "kalah", "--as-is", "--load", record]);
    }
    commands.push(vec!["new"]);
    commands.push(vec!["new", EVIL, "--yes"]);
    commands.push(vec!["new", "z", "--yes", "--force", "--title", EVIL]);
    commands.push(vec!["new", "z", "--yes", "--force", "--answer", EVIL]);
    commands.push(vec!["test", EVIL]);
    commands.push(vec!["explain", EVIL]);
    commands.push(vec!["list", EVIL]);
    commands.push(vec!["serve", EVIL, "--page", EVIL]);
    commands.push(vec!["serve", "x.mnc", "--page", EVIL]);
    commands.push(vec!["lsp"]);
    commands.push(vec!["lsp", EVIL]);
    commands.push(vec!["mcp"]);
    commands.push(vec!["mcp", EVIL]);
    commands.push(vec![EVIL]);
    commands.push(vec!["perft", "kalah", EVIL]);
    commands.push(vec!["solve", "kalah", "--most", EVIL]);
    commands.push(vec!["check", "--format", EVIL]);
    commands.push(vec!["replay", EVIL]);
    let mut made_visible = 0;
    for command in commands {
        let typed = format!(
            "{EVIL}\nsave {EVIL}\nload {EVIL}\nwhy {EVIL}\n{{\"do\":\"{EVIL}\"}}\nquit\nno\n"
        );
        let output = run_with(path, &command, &typed);
        let all = printed(&output);
        assert_eq!(harmful(&all), None, "{command:?}: {all:?}");
        made_visible += usize::from(all.contains("\\u{1b}") || all.contains("\\u001b"));
    }
    assert!(made_visible > 60, "{made_visible}");
}
