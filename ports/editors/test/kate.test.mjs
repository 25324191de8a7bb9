// The syntax file of Kate, read by the program of Kate's library that colours files, if it is there.

import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import { copyFileSync, mkdirSync, mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { test } from "node:test";
import { readWords } from "../grammar/words.mjs";

const root = new URL("../../../", import.meta.url);
const program = ["kate-syntax-highlighter", "ksyntaxhighlighter6"].find((name) => spawnSync(name, ["--version"]).error === undefined);

test("Kate colours every word of the language", { skip: program ? false : "kate-syntax-highlighter is not installed" }, () => {
  const folder = mkdtempSync(join(tmpdir(), "mnc-kate-"));
  try {
    const syntax = join(folder, "org.kde.syntax-highlighting", "syntax");
    mkdirSync(syntax, { recursive: true });
    copyFileSync(new URL("ports/editors/kate/mnc.xml", root), join(syntax, "mnc.xml"));
    const colour = (path) => {
      const html = join(folder, "out.html");
      const run = spawnSync(program, ["--syntax", "mnc", "--output", html, path], {
        env: { ...process.env, XDG_DATA_HOME: folder, QT_QPA_PLATFORM: "offscreen" }, encoding: "utf8",
      });
      assert.equal(run.status, 0, run.stderr);
      assert.doesNotMatch(run.stderr, /mnc\.xml/);
      return readFileSync(html, "utf8");
    };
    const html = colour(new URL("games/oware.mnc", root).pathname);
    const text = (string) => html.match(new RegExp(`<span style="([^"]*)">${string}</span>`))?.[1] ?? "";
    const styles = ["last seed", "sow", "holes", "opponent's", "anticlockwise", "unless", "assumed", "1"].map(text);
    styles.forEach((style, n) => assert.notEqual(style, "", String(n)));
    assert.ok(new Set(styles).size >= 6, String(styles));
    assert.match(html, /<span[^>]*># So the game/);
    const { classes } = readWords();
    const plain = (word) => new RegExp(`(^|[ >])${word}([ <]|$)`).test(html.replace(/<span[^>]*>[^<]*<\/span>/g, ""));
    assert.deepEqual(["sow", "capture", "unless", "makes", "hole"].filter((word) => word in classes && plain(word)), []);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
});
