// Tests of the modules: node test.mjs, after build.sh. They are compared with the program, MNC=path/to/mnc (by default
// the one that `cargo build` makes).
//
// What takes time is printed, in processor time, and held only to a low bound: a busy machine is not a fault.
import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { test } from "node:test";
import { fileURLToPath } from "node:url";
import { gzipped } from "./gzipped.mjs";
import { Mnc } from "./module.mjs";

const here = (path) => fileURLToPath(new URL(path, import.meta.url));
const root = here("../../");
const program = process.env.MNC ?? `${process.env.CARGO_TARGET_DIR ?? `${root}target`}/debug/mnc`;
const texts = readFileSync(here("dist/texts.json"), "utf8");
const wordings = readFileSync(here("dist/wordings.json"), "utf8");
const help = readFileSync(here("dist/help.json"), "utf8");
const { games, codes } = JSON.parse(texts);
const bytes = { editor: readFileSync(here("dist/editor.wasm")), play: readFileSync(here("dist/play.wasm")) };
const modules = Object.fromEntries(Object.entries(bytes).map(([name, code]) => [name, new WebAssembly.Module(code)]));
const fresh = (name) => new Mnc(modules[name], texts);
const editor = fresh("editor");
const play = fresh("play");
for (const module of [editor, play]) {
  module.provideWordings(wordings);
  module.provideHelp(help);
}

/** What the program prints. */
function mnc(args, input = "") {
  const run = spawnSync(program, args, { cwd: `${root}games`, input, encoding: "utf8", maxBuffer: 1 << 30 });
  assert.equal(run.error, undefined, `${program}: run \`cargo build\` first`);
  return run.stdout;
}

/** The program's answers to requests, and each module's: the same lines. */
function assertSameAnswers(requests, module) {
  const lines = requests.map((request) => JSON.stringify(request));
  const expected = mnc(["engine", "kalah"], `${lines.join("\n")}\n`).trimEnd().split("\n");
  assert.equal(expected.length, lines.length);
  lines.forEach((line, nth) => assert.equal(module.answer(line), expected[nth], line.slice(0, 300)));
}

/** The processor time of some work, in seconds. */
function seconds(work) {
  const before = process.cpuUsage();
  work();
  const { user, system } = process.cpuUsage(before);
  return (user + system) / 1e6;
}

/** Numbers that look like chance, the same ones every time. */
function numbers(seed) {
  let state = seed;
  return (below) => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
    return Math.floor((state / 2 ** 32) * below);
  };
}

/** A text with a slip in one line: a word is left out, doubled, or misspelt, or the line is. */
function withSlip(text, below) {
  const lines = text.split("\n");
  const nth = below(lines.length);
  const words = lines[nth].split(" ");
  const word = below(words.length);
  const slips = [
    () => words.splice(word, 1),
    () => words.splice(word, 0, words[word]),
    () => (words[word] = `${words[word].slice(0, 2)}x${words[word].slice(2)}`),
    () => words.splice(word),
  ];
  slips[below(slips.length)]();
  lines[nth] = words.join(" ");
  return lines.join("\n");
}

test("the modules are small enough", () => {
  const bounds = { editor: 800_000, play: 1_900_000 };
  for (const [name, bound] of Object.entries(bounds)) {
    const size = gzipped(bytes[name]);
    console.log(`${name}.wasm ${bytes[name].length} bytes, ${size} with gzip`);
    assert.ok(size <= bound, `${name}.wasm: ${size} bytes with gzip, at most ${bound}`);
  }
  console.log(`texts.json ${gzipped(texts)}, wordings.json ${gzipped(wordings)}, help.json ${gzipped(help)} with gzip`);
});

test("the modules import nothing, and export what a host needs", () => {
  for (const module of Object.values(modules)) {
    assert.deepEqual(WebAssembly.Module.imports(module), []);
    const names = WebAssembly.Module.exports(module).map(({ name }) => name).sort();
    const wanted = [
      "answer", "answer_buffer", "memory", "provide_help", "provide_texts", "provide_wordings", "request_buffer", "wants_wordings",
    ];
    assert.deepEqual(wanted.filter((name) => !names.includes(name)), []);
  }
});

test("findings are those of `mnc check --notes --format json`, byte by byte, for all games", () => {
  const names = Object.keys(games).sort();
  const found = names.flatMap((name) => {
    const request = { do: "findings", name: `${name}.mnc`, text: games[name], notes: true };
    return play.ask(request).findings;
  });
  const printed = mnc(["check", "--notes", "--format", "json", ...names.map((name) => `${name}.mnc`)]);
  assert.ok(found.length > 100, "games have notes");
  const same = `${JSON.stringify(found, null, 2)}\n` === printed;
  if (!same) JSON.parse(printed).forEach((finding, nth) => assert.deepEqual(found[nth], finding));
  assert.ok(same, "the same bytes");
});

test("wordings are wanted for mistakes only, and what is found then is what is found with them from the beginning", () => {
  const late = fresh("editor");
  const findings = (text) => ({ do: "findings", name: "game.mnc", text, effort: "text" });
  const clean = Object.values(games).filter((text) => {
    late.ask(findings(text));
    return !late.wantsWordings();
  });
  assert.ok(clean.length > 0.9 * Object.keys(games).length, `${clean.length} games need none`);
  const wrong = findings(games.oware.replace("sow any own hole", "play one of your holes"));
  const without = late.ask(wrong).findings;
  assert.ok(late.wantsWordings());
  assert.ok(!late.wantsWordings(), "that was asked already");
  late.provideWordings(wordings);
  const found = late.ask(wrong).findings;
  assert.ok(!late.wantsWordings());
  assert.deepEqual(found, editor.ask(wrong).findings);
  assert.notDeepEqual(found, without);
});

test("what is found in texts with slips, their fixes and their layout are those of the program", () => {
  const below = numbers(1);
  const requests = Object.entries(games).flatMap(([name, text]) => {
    const wrong = withSlip(text, below);
    const about = { name: `${name}.mnc`, text: wrong };
    const [start, end] = [0, Buffer.byteLength(wrong)];
    return [
      { do: "findings", ...about, effort: "reading" },
      { do: "findings", ...about, effort: "text" },
      { do: "format", ...about },
      { do: "complete", ...about, offset: below(end) },
      { do: "hover", ...about, offset: below(end) },
      ...(below(5) === 0 ? [{ do: "fixes", ...about, start, end }, { do: "fix-all", ...about, unsafe: true }] : []),
    ];
  });
  assertSameAnswers(requests, editor);
});

test("games, descriptions and essays are those of the program", () => {
  const preview = Object.entries(games).map(([name, text]) => ({ do: "preview", name: `${name}.mnc`, text }));
  const explain = codes.map((code) => ({ do: "explain", code }));
  const known = ["oware", "Awalé", "манкала", "ô ăn quan", "Toguz Kumalak", "nothing like it"];
  const descriptions = known.map((game) => ({ do: "description", game }));
  assertSameAnswers([{ do: "games" }, ...descriptions, ...explain, ...preview], editor);
});

test("random games are those of the program", () => {
  const few = Object.entries(games).flatMap(([name, text]) => [
    { do: "open", name: `${name}.mnc`, text },
    { do: "playout", games: 20, seed: 7 },
  ]);
  const many = ["kalah", "oware", "hoyito", "alemungula", "pallankuli", "toguz-kumalak", "awari", "congkak"]
    .filter((name) => games[name])
    .flatMap((name) => [
      { do: "open", name: `${name}.mnc`, text: games[name] },
      { do: "playout", games: 40_000, seed: 3 },
    ]);
  assert.ok(many.length >= 10);
  assertSameAnswers([...few, ...many], play);
});

test("games that are played, undone, saved, resumed and written as tests are those of the program", () => {
  for (const name of Object.keys(games)) {
    const below = numbers(name.length);
    const text = games[name];
    const requests = [{ do: "open", name: `${name}.mnc`, text, seed: 5 }];
    let { position } = play.ask(requests[0]);
    for (let nth = 0; nth < 12 && position.choices.length > 0; nth += 1) {
      const choice = position.choices[below(position.choices.length)].id;
      requests.push({ do: "play", choice });
      ({ position } = play.ask(requests.at(-1)));
    }
    requests.push({ do: "think", player: "random" }, { do: "record", players: {} }, { do: "trail" }, { do: "test", name: "so far" });
    const { record } = play.ask({ do: "record" });
    requests.push({ do: "undo" }, { do: "position" }, { do: "resume", record }, { do: "info" });
    // Positions that are set up: the counts of ways to play on, and tests that give them.
    const { choices, offers, hidden, result, over, hash, ...seen } = play.ask({ do: "new" }).position ?? play.ask({ do: "position" });
    requests.push({ do: "new" }, { ...seen, do: "setup" }, ...(name.length % 8 === 0 ? [{ do: "perft", depth: 2 }] : []), { do: "test", name: "given" });
    assertSameAnswers(requests, play);
  }
});

test("rules as prose are those of the program, in both languages", () => {
  const names = ["oware", "kalah", "bao-la-kiswahili", "ikibuguzo", "toguz-kumalak"];
  assertSameAnswers(names.flatMap((name) => [
    { do: "open", name: `${name}.mnc`, text: games[name] },
    { do: "document" },
    { do: "document", language: "fr" },
  ]), play);
  play.ask({ do: "open", name: "oware.mnc", text: games.oware });
  const page = mnc(["doc", "oware", "--format", "html", "--language", "fr"]);
  assert.equal(play.ask({ do: "document", language: "fr" }).html, page);
});

test("a position that is set up becomes a test that passes", () => {
  for (const name of ["oware", "kalah", "bao-la-kiswahili", "toguz-kumalak"]) {
    const { position } = play.ask({ do: "open", text: games[name] });
    const seeds = { ...position.seeds, a1: 0, b1: 3, c1: 1, f2: 9 };
    const { choices, ...rest } = position;
    const set = play.ask({ ...rest, seeds, do: "setup", seat: 1, mover: 1, match: { ...position.match, starter: 1 } });
    assert.equal(set.error, undefined, name);
    const { text, error } = play.ask({ do: "test", name: "set up" });
    assert.equal(error, undefined, name);
    assert.match(text, /given [\s\S]*b1 3[\s\S]*to move/);
    const found = editor.ask({ do: "findings", text: `${games[name]}\n${text}`, effort: "text" }).findings;
    assert.deepEqual(found.filter(({ severity }) => severity === "error"), [], name);
  }
});

test("a game written as a test passes", () => {
  for (const name of ["oware", "kalah", "hoyito", "bao-la-kiswahili", "toguz-kumalak"]) {
    let { position } = play.ask({ do: "open", text: games[name] });
    const below = numbers(3);
    let written = {};
    for (let nth = 0; nth < 40 && position.choices.length > 0 && (nth < 8 || !written.text); nth += 1) {
      ({ position } = play.ask({ do: "play", choice: position.choices[below(position.choices.length)].id }));
      if (nth >= 8) written = play.ask({ do: "test", name: "it" });
    }
    assert.ok(written.text, JSON.stringify(written));
    const text = `${games[name]}\n${written.text}`;
    const found = editor.ask({ do: "findings", text, effort: "text" }).findings;
    assert.deepEqual(found, [], name);
    const wrong = text.replace(/expect (\S+) \d+(?![\s\S]*expect \S+ \d)/, "expect $1 77");
    const failing = editor.ask({ do: "findings", text: wrong, effort: "text" }).findings;
    assert.ok(failing.some(({ code }) => code === "test-fails"), name);
  }
});

test("nothing that is typed makes a trap", () => {
  const deep = `mnc 1\ngame "G"\nmove: sow any own hole ${"(".repeat(5000)}\n`;
  const indented = Array.from({ length: 400 }, (_, depth) => `${" ".repeat(depth)}if`).join("\n");
  const hostile = ["", "\0", deep, indented, "x".repeat(1 << 20), games.oware.repeat(20), "﻿mnc 1\r\ngame “G”\r"];
  for (const module of [editor, play]) {
    for (const text of hostile) {
      for (const request of ["findings", "complete", "hover", "format", "preview"]) {
        const answer = module.ask({ do: request, text, effort: "text", offset: text.length });
        assert.equal(typeof answer, "object");
      }
    }
    assert.equal(module.ask({ do: "no such request" }).error.code, "unknown-request");
    assert.equal(JSON.parse(module.answer("{")).error.code, "not-json");
    assert.equal(JSON.parse(module.call("answer", Uint8Array.of(0xff, 0x7b, 0xc3))).error.code, "no-object");
  }
  assert.equal(editor.ask({ do: "position" }).error.code, "edits-only");
  assert.equal(editor.ask({ do: "findings", text: "" }).error.code, "edits-only");
  assert.equal(fresh("play").ask({ do: "position" }).error.code, "no-game-open");
  assert.throws(() => play.call("answer", new Uint8Array(9 << 20)), RangeError);
});

test("after a trap, a fresh instance of the same module works", () => {
  for (const name of Object.keys(modules)) {
    const broken = fresh(name);
    const { memory } = broken;
    // All memory is taken away, so the next request has no room.
    for (let pages = 1 << 14; pages >= 1; pages >>= 1) {
      try {
        for (;;) memory.grow(pages);
      } catch {}
    }
    assert.throws(() => broken.call("answer", new Uint8Array(7 << 20)), WebAssembly.RuntimeError);
    const before = performance.now();
    const again = fresh(name);
    const { playable } = again.ask({ do: "findings", text: games.oware, effort: "reading" });
    console.log(`${name}: a new instance after ${(performance.now() - before).toFixed(0)} ms`);
    assert.ok(playable);
  }
});

test("random games are fast enough to be worth a click", () => {
  // A tenth of what a usual machine does; without SIMD it is less.
  const bounds = { kalah: [1_000_000, 250_000], oware: [200_000, 50_000] };
  for (const [name, [many, least]] of Object.entries(bounds)) {
    play.ask({ do: "open", text: games[name] });
    play.ask({ do: "playout", games: 20_000 });
    const rate = many / seconds(() => play.ask({ do: "playout", games: many }));
    console.log(`${name}: ${Math.round(rate)} random games a second`);
    assert.ok(rate >= least, `${name}: ${Math.round(rate)} random games a second`);
  }
});

test("findings come while people type", () => {
  for (const [name, module] of [["editor", editor], ["play", play]]) {
    for (const effort of ["reading", "text"]) {
      const ask = (text) => module.ask({ do: "findings", text, effort });
      Object.values(games).forEach(ask);
      const times = Object.values(games).map((text) => 1000 * seconds(() => ask(text))).sort((a, b) => a - b);
      const at = (share) => times[Math.floor((times.length - 1) * share)].toFixed(1);
      console.log(`${name}, ${effort}: median ${at(0.5)} ms, 99 % within ${at(0.99)} ms, all within ${at(1)} ms`);
      assert.ok(times.every((time) => time < 5_000));
    }
  }
});
