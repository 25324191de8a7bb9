// Tests of the built page in Chromium: CHROMIUM=path, by default Debian's. They need the program, MNC=path/to/mnc.
import assert from "node:assert/strict";
import { execFileSync, spawn, spawnSync } from "node:child_process";
import { mkdirSync, mkdtempSync, readFileSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname } from "node:path";
import { after, before, test } from "node:test";
import { fileURLToPath, pathToFileURL } from "node:url";
import axe from "axe-core";
import { chromium } from "playwright-core";
import { dist, serve } from "./server.mjs";

const root = fileURLToPath(new URL("../../../", import.meta.url));
const program = process.env.MNC ?? `${process.env.CARGO_TARGET_DIR ?? `${root}target`}/debug/mnc`;
const shots = fileURLToPath(new URL("shots/", import.meta.url));
const games = JSON.parse(execFileSync(program, ["list", "--format", "json"], { encoding: "utf8" }));

let browser;
let site;
before(async () => {
  browser = await chromium.launch({ executablePath: process.env.CHROMIUM ?? "/usr/bin/chromium", args: ["--no-sandbox"] });
  site = await serve();
  mkdirSync(shots, { recursive: true });
});
after(async () => {
  await browser?.close();
  site?.close();
});

/** A page that fails the test if anything is refused by the content policy, or goes wrong in a script. */
async function open(hash = "", options = {}) {
  const { wait = "open", ...rest } = options;
  const context = await browser.newContext({ serviceWorkers: "block", reducedMotion: "reduce", viewport: { width: 1280, height: 800 }, ...rest });
  const page = await context.newPage();
  page.faults = [];
  page.on("pageerror", (error) => page.faults.push(String(error)));
  page.on("console", (message) => {
    if (message.type() === "error") page.faults.push(message.text());
  });
  await page.addInitScript(() => {
    globalThis.violations = [];
    const ready = new MutationObserver(() => {
      if (!document.body?.dataset.ready) return;
      ready.disconnect();
      globalThis.early = performance.getEntriesByType("resource").map(({ name }) => name);
    });
    ready.observe(document, { subtree: true, attributes: true, attributeFilter: ["data-ready"] });
    document.addEventListener("securitypolicyviolation", (event) => globalThis.violations.push(`${event.violatedDirective} ${event.blockedURI}`));
  });
  await page.goto(site.url + hash);
  await page.waitForSelector(wait === "open" ? "body[data-open]" : "body[data-ready]");
  return page;
}

async function close(page) {
  assert.deepEqual(await page.evaluate(() => globalThis.violations), []);
  assert.deepEqual(page.faults, []);
  await page.context().close();
}

const text = (page, selector) => page.locator(selector).innerText();

/** Waits until the page shows something else than before. */
async function changed(page, selector, work) {
  const old = await page.locator(selector).innerHTML();
  await work();
  await page.waitForFunction(([where, was]) => document.querySelector(where).innerHTML !== was, [selector, old]);
}

test("the page is soon ready, and small", async () => {
  site.requests.length = 0;
  const begun = performance.now();
  const page = await open("", { wait: "ready" });
  const ready = performance.now() - begun;
  // Loaded when the board could be seen, before any game is opened.
  const early = ["index.html", ...(await page.evaluate(() => globalThis.early)).map((url) => url.slice(site.url.length))];
  const sum = (wanted) => [...new Set(wanted)].reduce((all, name) => all + (site.requests.find((one) => one.name === name)?.size ?? 0), 0);
  const soon = sum(early);
  assert.ok(early.some((name) => name.includes("editor")) && !early.some((name) => name.includes("play")));
  await page.waitForSelector("body[data-open]");
  // A busy machine is not a fault, here and below.
  await page.waitForLoadState("networkidle", { timeout: 120_000 });
  const all = sum(site.requests.map(({ name }) => name));
  console.log(`ready after ${Math.round(ready)} ms; ${soon} bytes with gzip before a game is played, ${all} with that`);
  assert.ok(soon <= 1.1 * 2 ** 20, `${soon} bytes: ${early.join(", ")}`);
  assert.ok(all <= 3 * 2 ** 20, `${all} bytes`);
  assert.deepEqual(site.requests.filter(({ missing }) => missing), []);
  assert.ok(ready <= 15_000);
  await close(page);
});

test("a mistake is marked while it is typed, in the longest description", async () => {
  const page = await open("#game=bao-la-kiswahili");
  await page.waitForFunction(() => document.querySelector("#problems .good"));
  const times = [];
  for (let nth = 0; nth < 5; nth += 1) {
    await page.locator(".cm-content").click({ position: { x: 60, y: 8 } });
    await page.keyboard.press("Control+Home");
    await page.keyboard.press("End");
    await page.evaluate(() => {
      globalThis.marked = new Promise((resolve) => {
        let begun;
        addEventListener("keydown", () => (begun = performance.now()), { once: true, capture: true });
        const seen = new MutationObserver(() => {
          if (!document.querySelector(".cm-lintRange-error")) return;
          seen.disconnect();
          resolve(performance.now() - begun);
        });
        seen.observe(document.querySelector(".cm-content"), { childList: true, subtree: true, attributes: true });
      });
    });
    await page.keyboard.type("x");
    const time = await page.evaluate(() => globalThis.marked);
    times.push(time);
    await page.keyboard.press("Backspace");
    await page.waitForFunction(() => !document.querySelector(".cm-lintRange-error"));
  }
  times.sort((a, b) => a - b);
  console.log(`from a key to the mark: ${times.map((time) => Math.round(time)).join(", ")} ms`);
  assert.ok(times[0] <= 5_000);
  await close(page);
});

test("completion, quick fixes and layout", async () => {
  const page = await open();
  await page.locator(".cm-content").click();
  await page.keyboard.press("Control+End");
  await page.keyboard.press("Enter");
  await page.keyboard.press("Shift+Home");
  await page.keyboard.type("move: sow any own ");
  await page.keyboard.press("Control+Space");
  await page.waitForSelector(".cm-tooltip-autocomplete li");
  assert.match(await text(page, ".cm-tooltip-autocomplete"), /hole/);
  await page.keyboard.press("Escape");
  await page.locator("#library").selectOption("kalah");
  await page.waitForFunction(() => document.querySelector(".cm-content").textContent.includes("Kalah"));
  await page.locator("#plain").click();
  const area = page.locator("textarea.plain");
  const rules = await area.inputValue();
  await area.fill(rules.replace("->", "→").replace("\n  ", "\n     "));
  await page.locator("#problems li button", { hasText: "->" }).first().click();
  assert.ok(!(await area.inputValue()).includes("→"));
  await page.locator("#format").click();
  await page.waitForFunction((wanted) => document.querySelector("textarea.plain").value === wanted, rules);
  const [download] = await Promise.all([page.waitForEvent("download"), page.locator("#download").click()]);
  assert.equal(readFileSync(await download.path(), "utf8"), rules);
  assert.equal(download.suggestedFilename(), "kalah.mnc");
  await close(page);
});

test("in the editor without colours, what the page changes can be undone", async () => {
  const page = await open("#game=kalah&plain=1", { viewport: { width: 390, height: 844 } });
  await page.locator("[data-show=text]").click();
  const area = page.locator("textarea.plain");
  const is = (wanted) => page.waitForFunction((value) => document.querySelector("textarea.plain").value === value, wanted);
  const selected = () => area.evaluate(({ selectionStart, selectionEnd }) => [selectionStart, selectionEnd]);
  const select = (from, to) => area.evaluate((element, range) => element.setSelectionRange(...range), [from, to]);
  const press = async (key) => {
    await area.focus();
    await page.keyboard.press(key);
  };
  const shipped = await area.inputValue();
  // Changed at two places, with a selection between them, and with signs that share a half of their code.
  const rules = `${shipped.trimEnd()}\n\n# 🎲 ñ\n`;
  await area.fill(rules);
  const loose = rules.replace("\n  ", "\n     ").replace("\nmove: sow", "\nmove:   sow");
  await area.fill(loose);
  const amid = loose.indexOf("two rows of six");
  const before = [amid, amid + 3];
  await select(...before);
  await page.locator("#format").click();
  await is(rules);
  const [from, to] = await selected();
  assert.equal(rules.slice(0, from).split("\n").length, loose.slice(0, amid).split("\n").length, "the caret is in its line");
  assert.equal(to - from, 3);
  assert.equal(await page.evaluate(() => document.activeElement.id), "format");
  await press("Control+z");
  await is(loose);
  assert.deepEqual(await selected(), before);
  await press("Control+Shift+z");
  await is(rules);
  await press("Control+z");
  await is(loose);
  // Steps before it can be undone as well.
  await press("Control+z");
  await is(rules);
  // Lines that are only taken away come back too.
  const gaps = rules.replace("\nboard", "\n\n\n\nboard");
  await area.fill(gaps);
  await page.locator("#format").click();
  await page.waitForFunction((old) => document.querySelector("textarea.plain").value.length < old, gaps.length);
  await press("Control+z");
  await is(gaps);
  // Behind the change, the caret moves with the text.
  const wrong = rules.replaceAll("->", "→").replace("🎲", "🎳");
  await area.fill(wrong);
  await select(wrong.length - 2, wrong.length - 2);
  await page.evaluate(() => {
    globalThis.kept = [];
    const { setItem } = Storage.prototype;
    Storage.prototype.setItem = function (key, value) {
      if (key.startsWith("mnc-kept/")) globalThis.kept.push(JSON.parse(value).text);
      setItem.call(this, key, value);
    };
  });
  await page.locator("#fix-all").click();
  const right = wrong.replaceAll("→", "->");
  await is(right);
  assert.deepEqual(await page.evaluate(() => globalThis.kept), [right], "nothing half changed is kept");
  assert.deepEqual(await selected(), [right.length - 2, right.length - 2]);
  await press("Control+z");
  await is(wrong);
  assert.deepEqual(await selected(), [wrong.length - 2, wrong.length - 2]);
  // One fix, and a test, which is made where the text is not shown.
  await page.locator("#problems li button", { hasText: "->" }).first().click();
  await page.waitForFunction((old) => document.querySelector("textarea.plain").value !== old, wrong);
  await press("Control+z");
  await is(wrong);
  await area.fill(shipped);
  await page.locator("[data-show=more]").click();
  await page.locator("#more summary", { hasText: "Record" }).click();
  await page.locator("#make-test").click();
  await page.waitForFunction(() => document.querySelector("textarea.plain").value.includes("after 0 choices"));
  await press("Control+z");
  await is(shipped);
  await close(page);
});

test("what is typed while the text is formatted is kept, and the caret stays in its line", async () => {
  const page = await open("#game=kalah");
  await page.locator(".cm-content").click();
  await page.keyboard.press("Control+End");
  await page.keyboard.insertText("\n#  first\n");
  await page.waitForFunction(() => document.querySelector(".cm-content").textContent.includes("first"));
  // All in one task: the answer comes after the typing.
  await page.evaluate(() => {
    document.querySelector("#format").click();
    document.querySelector(".cm-content").focus();
    document.execCommand("insertText", false, "#   typed   ");
  });
  // Without the blanks behind it: the text was formatted.
  await page.waitForFunction(() => /^ *#   typed$/.test(document.querySelector(".cm-activeLine").textContent));
  await close(page);
});

test("a fix in the editor with colours", async () => {
  const page = await open("#game=kalah");
  await page.locator(".cm-content").click();
  await page.keyboard.press("Control+A");
  await page.keyboard.insertText('mnc 1\ngame "A" like "Kalah"\nnew move: sow any ownn hole\n');
  await page.waitForSelector(".cm-lintRange-error");
  assert.match(await text(page, "#problems"), /ownn/);
  // The tooltip closes when a slower check is done, so it may have to be opened again.
  const wrong = () => page.evaluate(() => document.querySelector(".cm-content").textContent.includes("ownn"));
  for (let nth = 0; nth < 5 && (await wrong()); nth += 1) {
    await page.mouse.move(0, 0);
    await page.locator(".cm-lintRange-error").first().hover();
    const fix = page.locator(".cm-tooltip-lint .cm-diagnosticAction").first();
    await fix.dispatchEvent("click", undefined, { timeout: 5_000 }).catch(() => {});
  }
  assert.equal(await wrong(), false);
  await close(page);
});

test("all games can be chosen, and their options and variations", async () => {
  const page = await open("#game=kalah");
  const shown = await page.locator("#library option").evaluateAll((all) => all.map(({ value }) => value).sort());
  assert.deepEqual(shown, games.map(({ name }) => name).sort());
  await page.locator("#setting summary").click();
  const number = page.locator("#setting label", { hasText: "seeds-each" }).locator("input, select");
  await number.fill("6");
  await number.press("Enter");
  await page.waitForFunction(() => /, 6 seeds/.test(document.querySelector('[data-id="c1"]').getAttribute("aria-label")));
  await page.locator("#library").selectOption("oware");
  await page.waitForFunction(() => document.querySelector(".board").getAttribute("aria-label").includes("Oware"));
  const opened = () => page.evaluate(() => Number(document.body.dataset.open));
  const before = await opened();
  await page.locator("#setting input[type=checkbox]").first().evaluate((box) => box.click());
  await page.waitForFunction((was) => Number(document.body.dataset.open) > was, before);
  assert.equal(await page.locator("#setting input[type=checkbox]").first().isChecked(), true);
  await close(page);
});

test("a whole game of Oware by keyboard alone", async () => {
  const page = await open("#game=oware");
  await page.keyboard.press("Tab");
  for (let nth = 0; nth < 60 && !(await page.evaluate(() => document.activeElement.closest("svg.board"))); nth += 1) {
    await page.keyboard.press("Tab");
  }
  assert.ok(await page.evaluate(() => document.activeElement.closest("svg.board")), "Tab leads to the board");
  let moves = 0;
  for (; moves < 400; moves += 1) {
    const keys = await page.evaluate(() => {
      const spots = [...document.querySelectorAll(".place.legal")];
      if (spots.length === 0) return undefined;
      const at = (group) => [Number(group.querySelector(".pit").getAttribute("cx")), Number(group.querySelector(".pit").getAttribute("cy"))];
      const [x, y] = at(document.activeElement.closest(".place"));
      const [toX, toY] = at(spots[Math.floor(spots.length / 2)]);
      const steps = Math.round((toX - x) / 84);
      return [...(toY === y ? [] : [toY > y ? "ArrowDown" : "ArrowUp"]), ...Array(Math.abs(steps)).fill(steps > 0 ? "ArrowRight" : "ArrowLeft")];
    });
    if (!keys) break;
    for (const key of keys) await page.keyboard.press(key);
    assert.equal(await page.evaluate(() => document.activeElement.getAttribute("aria-disabled")), "false");
    await changed(page, "#live", () => page.keyboard.press(moves % 2 ? "Enter" : " "));
    await page.waitForFunction((count) => document.querySelectorAll("#moves button").length === count + 2, moves);
  }
  console.log(`Oware was over after ${moves} moves: ${await text(page, "#status")}`);
  assert.match(await text(page, "#status"), /wins|draw/i);
  await page.keyboard.press("u");
  assert.match(await text(page, "#status"), /to move/);
  await close(page);
});

// UPDATE_PICTURES=1 writes the picture for the README again.
test("the picture in the README shows this page", async () => {
  const page = await open("#game=kalah", { viewport: { width: 1200, height: 640 } });
  for (const hole of ["c1", "f1", "b2", "a1"]) {
    await changed(page, "#live", () => page.locator(`.place[data-id="${hole}"]`).first().click());
  }
  const shot = `${shots}page.png`;
  await page.screenshot({ path: shot });
  const committed = fileURLToPath(new URL("../pictures/page.png", import.meta.url));
  if (process.env.UPDATE_PICTURES) {
    mkdirSync(dirname(committed), { recursive: true });
    writeFileSync(committed, readFileSync(shot));
  }
  // Fonts differ from machine to machine, so only the sizes can be compared.
  const size = (path) => readFileSync(path).subarray(16, 24).toString("hex");
  assert.equal(size(committed), size(shot));
  await close(page);
});

test("axe finds nothing", async () => {
  const look = async (name, page) => {
    await page.evaluate(axe.source);
    const { violations } = await page.evaluate(() => globalThis.axe.run(document));
    const said = violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html.slice(0, 160)).join(" | ")}`);
    assert.deepEqual(said, [], name);
    await page.screenshot({ path: `${shots}${name}.png` });
    await page.evaluate(() => (globalThis.violations = []));
    page.faults = [];
    await close(page);
  };
  const light = await open("#game=hoyito");
  await light.locator("details summary").first().click();
  for (const details of await light.locator("#more details").all()) await details.evaluate((element) => (element.open = true));
  await light.locator("#statistics").click();
  await light.waitForSelector("#figures table");
  await look("light", light);
  const dark = await open("#game=bao-la-kiswahili", { colorScheme: "dark" });
  await dark.locator(".place.legal").first().click();
  await dark.waitForSelector("#events li");
  await look("dark", dark);
  const phone = await open("#game=oware", { viewport: { width: 390, height: 844 } });
  await phone.locator("[data-show=text]").click();
  await look("phone", phone);
  const plain = await open("#game=kalah&plain=1");
  await plain.locator("textarea.plain").fill("mnc 1\ngame \"A\"\nmove: sow any ownn hole\n");
  await plain.waitForSelector("#problems li");
  await look("plain", plain);
  const embedded = await open("#game=toguz-kumalak&embed=1", { viewport: { width: 800, height: 560 } });
  await look("embedded", embedded);
  const unknown = await open("#game=owari-x", { viewport: { width: 390, height: 844 } });
  await unknown.waitForSelector("#notice:not([hidden])");
  await look("unknown", unknown);
  const doc = await open("#game=oware");
  await doc.locator("#document-open").click();
  await doc.waitForSelector("#document:not([hidden])");
  await look("document", doc);
  const setUp = await open("#game=kalah", { viewport: { width: 360, height: 740 } });
  await setUp.locator("#set-up").click();
  await look("set-up", setUp);
  const help = await open("#game=oware", { colorScheme: "dark", viewport: { width: 390, height: 844 } });
  await help.locator("#help").click();
  await look("help", help);
});

test("after the first visit, nothing is asked for, and the page works without a network", async () => {
  const page = await open("", { serviceWorkers: "allow" });
  await page.evaluate(() => navigator.serviceWorker.ready);
  await page.waitForFunction(async () => (await caches.keys()).length > 0 && (await (await caches.open((await caches.keys())[0])).keys()).length >= 7);
  await page.waitForFunction(() => navigator.serviceWorker.controller);
  site.requests.length = 0;
  await page.locator(".place.legal").first().click();
  await page.waitForSelector("#events li");
  await page.locator("#library").selectOption("kalah");
  await page.waitForFunction(() => document.querySelector(".board").getAttribute("aria-label").includes("Kalah"));
  await page.context().setOffline(true);
  await page.reload();
  await page.waitForSelector("body[data-open]");
  assert.deepEqual(site.requests, []);
  await close(page);
});

test("the link of the longest description is short, and leads back to it", async () => {
  const page = await open("#game=bao-la-kiswahili&plain=1");
  const area = page.locator("textarea.plain");
  const rules = `${await area.inputValue()}\n# as we play it: ñ, 🎲\n`;
  await area.fill(rules);
  await page.waitForFunction(() => document.body.dataset.open === "2");
  for (let nth = 0; nth < 3; nth += 1) {
    await changed(page, "#moves", () => page.evaluate(() => (document.querySelector(".place.legal") ? document.querySelector(".place.legal").dispatchEvent(new MouseEvent("click", { bubbles: true })) : document.querySelector("#choices button").click())));
  }
  const moves = await text(page, "#moves");
  await page.locator("#share").click();
  await page.waitForSelector("dialog[open] textarea");
  const link = await page.locator("dialog textarea").inputValue();
  console.log(`the link of Bao has ${link.length} characters`);
  assert.ok(link.length <= 8 * 1024);
  await close(page);
  const again = await open(new URL(link).hash);
  await again.waitForFunction((wanted) => document.querySelector("#moves").innerText === wanted, moves);
  await again.locator("#plain").click();
  assert.equal(await again.locator("textarea.plain").inputValue(), rules);
  await close(again);
});

test("moves can be taken back, and others made: both stay", async () => {
  const page = await open("#game=oware");
  const choose = (id) => changed(page, "#moves", () => page.locator(`[data-id="${id}"]`).click());
  await choose("c1");
  await choose("c2");
  await page.locator("#undo").click();
  await choose("d2");
  const moves = await text(page, "#moves");
  assert.match(moves, /c1[\s\S]*c2[\s\S]*d2/);
  await page.locator("#moves button", { hasText: "c2" }).click();
  assert.match(await text(page, "#status"), /South to move/);
  assert.match(await page.locator('[data-id="c1"]').getAttribute("aria-label"), /c1 of South, 0 seeds/);
  await close(page);
});

test("an event leads to its line, and the rule is lit up as the seeds fall", async () => {
  const page = await open("#game=kalah", { reducedMotion: "no-preference" });
  await page.locator('[data-id="c1"]').click();
  await page.waitForSelector(".cm-acting");
  await page.waitForSelector(".place.active");
  await page.waitForFunction(() => !document.querySelector(".place.active") && document.querySelectorAll("#events li").length > 1);
  await page.locator("#events button").first().click();
  assert.equal(await page.locator(".cm-acting").count(), 1);
  await close(page);
});

test("a move that is being shown ends at a key or a press, and the press is not lost", async () => {
  const page = await open("#game=oware", { reducedMotion: "no-preference" });
  const moves = (count) => page.waitForFunction((wanted) => document.querySelectorAll("#moves button").length === wanted, count);
  await page.locator('[data-id="f1"]').click();
  await page.waitForSelector(".place.active");
  const begun = Date.now();
  await page.keyboard.press("Escape");
  await page.waitForFunction(() => !document.querySelector(".place.active") && document.querySelectorAll("#moves button").length === 2, undefined, { polling: 5 });
  assert.match(await page.locator('[data-id="f1"]').getAttribute("aria-label"), /, 0 seeds/);
  assert.match(await text(page, "#status"), /North to move/);
  // The second move is chosen while the first is being shown.
  await page.locator('[data-id="f2"]').click();
  await page.waitForSelector(".place.active");
  await page.locator('[data-id="a1"]').click();
  await moves(4);
  assert.ok(Date.now() - begun < 20_000);
  assert.match(await page.locator("#moves").innerText(), /f1[\s\S]*f2[\s\S]*a1/);
  await close(page);
});

test("nothing moves for those who do not want that", async () => {
  const page = await open("#game=oware");
  await page.evaluate(() => {
    globalThis.moved = 0;
    new MutationObserver(() => (globalThis.moved += document.querySelectorAll(".place.active").length)).observe(document.querySelector("#boards"), { subtree: true, attributes: true });
  });
  await changed(page, "#moves", () => page.locator('[data-id="c1"]').click());
  assert.equal(await page.evaluate(() => globalThis.moved), 0);
  await close(page);
});

test("a position is set up by presses and keys, played from, shared, and written as a test", async () => {
  const page = await open("#game=oware&plain=1");
  const label = (id) => page.locator(`[data-id="${id}"]`).getAttribute("aria-label");
  await page.locator("#set-up").click();
  await page.locator("#set-up-panel button", { hasText: "Empty all" }).click();
  assert.match(await text(page, "#set-up-panel"), /0 seeds in all \(before: 48\)/);
  for (let nth = 0; nth < 2; nth += 1) await page.locator('[data-id="f1"]').click();
  await page.keyboard.press("ArrowUp");
  for (const key of ["+", "+", "+", "-"]) await page.keyboard.press(key);
  assert.match(await label("f2"), /, 2 seeds/);
  await page.locator('[data-id="a1"]').click();
  await page.locator('[data-id="a1"]').click({ modifiers: ["Shift"] });
  assert.match(await label("a1"), /, 0 seeds/);
  const store = page.locator(".place.store").first();
  await store.click();
  await page.locator('[data-id="e2"]').click();
  await page.locator("#set-up-panel button", { hasText: "Take seeds away" }).click();
  await store.click();
  await page.locator("#set-up-panel select").selectOption({ label: "North" });
  assert.match(await text(page, "#set-up-panel"), /5 seeds in all/);
  await page.locator("#set-up-panel button", { hasText: "Play from here" }).click();
  await page.waitForFunction(() => /North to move/.test(document.querySelector("#status").textContent));
  assert.match(await label("f1"), /, 2 seeds/);
  const choose = (id) => changed(page, "#moves", () => page.locator(`[data-id="${id}"]`).click());
  await choose("f2");
  for (const details of await page.locator("#more details").all()) await details.evaluate((element) => (element.open = true));
  await page.locator("#make-test").click();
  await page.waitForFunction(() => document.querySelector("textarea.plain").value.includes("after 1 choices"));
  assert.match(await page.locator("textarea.plain").inputValue(), /\n  given f1 2, e2 1, f2 2\n  given North to move\n  given nobody has moved\n  North plays f2\n/);
  await page.waitForFunction(() => document.querySelector("#problems .good"));
  // Changing the text has opened the game again, at the same position.
  await page.waitForFunction(() => document.body.dataset.open === "2");
  assert.match(await text(page, "#moves"), /North f2/);
  await page.locator("#share").click();
  const link = await page.locator("dialog textarea").inputValue();
  await close(page);
  const again = await open(new URL(link).hash);
  assert.match(await text(again, "#moves"), /North f2/);
  assert.match(await again.locator('[data-id="e2"]').getAttribute("aria-label"), /, [12] seed/);
  await close(again);
});

test("what cannot be played is not begun: the engine says why", async () => {
  const page = await open("#game=oware");
  // As many seeds as the engine can count, and then one more.
  for (const details of await page.locator("#more details").all()) await details.evaluate((element) => (element.open = true));
  await page.locator("#load").click();
  await page.locator("dialog textarea").fill(JSON.stringify({ seat: 0, seeds: { a1: 65_534, b2: 1 } }));
  await page.locator("#dialog-ok").click();
  await page.waitForFunction(() => /65534 seeds/.test(document.querySelector('[data-id="a1"]').getAttribute("aria-label")));
  await page.locator("#set-up").click();
  await page.locator('[data-id="a1"]').click();
  await page.locator("#set-up-panel button", { hasText: "Play from here" }).click();
  await page.waitForFunction(() => /65535|at most/.test(document.querySelector("#status").textContent));
  assert.equal(await page.locator("#set-up-panel").isVisible(), true);
  await page.keyboard.press("Escape");
  assert.match(await page.locator('[data-id="a1"]').getAttribute("aria-label"), /, 65534 seeds/);
  await close(page);
});

test("the rules document is shown in two languages, and printed alone", async () => {
  const page = await open("#game=oware");
  await page.locator("#document-open").click();
  await page.waitForSelector("#document:not([hidden])");
  const shown = () => page.evaluate(() => document.querySelector("#document-page").shadowRoot.querySelector("body").innerText);
  const expected = (language) => execFileSync(program, ["doc", "oware", "--format", "html", "--language", language], { encoding: "utf8" });
  const inside = (html) => page.evaluate((source) => {
    const frame = document.createElement("div");
    frame.attachShadow({ mode: "open" }).append(document.importNode(new DOMParser().parseFromString(source, "text/html").documentElement, true));
    document.querySelector("#document").append(frame);
    const read = frame.shadowRoot.querySelector("body").innerText;
    frame.remove();
    return read;
  }, html);
  assert.equal(await shown(), await inside(expected("en")));
  // As many sheets of A4 as the program's page alone, and none of the page's controls on them.
  const sheets = async (from) => {
    const pdf = (await from.pdf({ preferCSSPageSize: true })).toString("latin1");
    const [, width, height] = pdf.match(/MediaBox\s*\[0 0 ([\d.]+) ([\d.]+)\]/).map(Number);
    assert.ok(Math.abs(width - 595) < 1 && Math.abs(height - 842) < 1, `${width} x ${height}: not A4`);
    return pdf.match(/\/Type\s*\/Page\b/g).length;
  };
  const alone = async (language) => {
    const other = await page.context().newPage();
    await other.setContent(expected(language));
    const count = await sheets(other);
    await other.close();
    return count;
  };
  assert.equal(await sheets(page), 1);
  assert.equal(await alone("en"), 1);
  await page.locator("#document-language").selectOption("fr");
  await page.waitForFunction(() => document.querySelector("#document-page").shadowRoot.querySelector("html").lang === "fr");
  assert.equal(await shown(), await inside(expected("fr")));
  await page.emulateMedia({ media: "print" });
  for (const part of ["header", "main", ".tabs", "#document > nav"]) assert.equal(await page.locator(part).first().isVisible(), false, part);
  assert.equal(await sheets(page), await alone("fr"));
  await page.emulateMedia({ media: "screen" });
  await page.keyboard.press("Escape");
  assert.equal(await page.locator("main").first().isVisible(), true);
  assert.equal(await page.evaluate(() => document.activeElement.id), "document-open");
  await close(page);
});

test("on a phone, holes are large enough to touch", async () => {
  const phone = { viewport: { width: 360, height: 740 }, hasTouch: true, isMobile: true };
  // 2 x 6, 4 x 8, 2 x 12, 2 x 20.
  for (const name of ["oware", "kalah", "bao-la-kiswahili", "intotoi", "mbelele"]) {
    const page = await open(`#game=${name}`, phone);
    const holes = await page.evaluate(() => [...document.querySelectorAll(".place.hole")].map((hole) => hole.getBoundingClientRect()).map(({ width, height }) => [width, height]));
    const least = Math.min(...holes.flat());
    console.log(`${name}: ${holes.length} holes, at least ${least.toFixed(1)} pixels`);
    assert.ok(holes.length >= 12 && least >= 40, `${name}: ${least}`);
    assert.equal(await page.evaluate(() => document.documentElement.scrollWidth), 360, "the page is not wider than the phone");
    await changed(page, "#moves", async () => {
      if ((await page.locator(".place.legal").count()) > 0) await page.locator(".place.legal").last().tap();
      else await page.locator("#choices button").first().tap();
    });
    await close(page);
  }
});

test("a position becomes a test, a record is saved and loaded, a variation is compared, the computer plays", async () => {
  const page = await open("#game=oware&plain=1");
  const choose = (id) => changed(page, "#moves", () => page.locator(`[data-id="${id}"]`).click());
  await choose("c1");
  await choose("d2");
  for (const details of await page.locator("#more details").all()) await details.evaluate((element) => (element.open = true));
  const [download] = await Promise.all([page.waitForEvent("download"), page.locator("#save-record").click()]);
  const record = readFileSync(await download.path(), "utf8");
  await page.context().grantPermissions(["clipboard-read", "clipboard-write"]);
  const copied = () => page.evaluate(() => navigator.clipboard.readText());
  await page.locator("#copy-record").click();
  await page.waitForFunction(() => document.querySelector("#status").textContent === "Record copied");
  assert.equal(await copied(), record);
  await page.locator("#copy-position").click();
  await page.waitForFunction(() => document.querySelector("#status").textContent === "Position copied");
  const position = await copied();
  await page.locator("#compare select").selectOption({ index: 1 });
  await page.waitForSelector("#boards figure + figure figcaption");
  await page.locator("#compare select").selectOption({ index: 0 });
  await page.locator("#make-test").click();
  await page.waitForFunction(() => document.querySelector("textarea.plain").value.includes("South plays c1"));
  await page.waitForFunction(() => document.querySelector("#problems .good"));
  await page.locator("#statistics").click();
  await page.waitForSelector("#figures table");
  await page.locator("#players select").first().selectOption("search:1");
  await page.waitForFunction(() => document.querySelectorAll("#moves button").length >= 4);
  await close(page);
  const other = await open("#game=kalah");
  for (const details of await other.locator("#more details").all()) await details.evaluate((element) => (element.open = true));
  await other.locator("#load").click();
  await other.locator("dialog textarea").fill(record);
  await other.locator("#dialog-ok").click();
  await other.waitForFunction(() => document.querySelectorAll("#moves button").length === 3 && document.querySelector(".board").getAttribute("aria-label").includes("Oware"));
  const seeds = () => other.locator('[data-id="d1"]').getAttribute("aria-label");
  const wanted = await seeds();
  await other.locator("#new").click();
  await other.locator("#load").click();
  await other.locator("dialog textarea").fill(position);
  await other.locator("#dialog-ok").click();
  await other.waitForFunction(() => document.querySelectorAll("#moves button").length === 1);
  assert.equal((await seeds()).replace(/, can be.*/, ""), wanted.replace(/, can be.*/, ""));
  await close(other);
});

test("every game loads, is drawn and played, and its record is one for mnc replay", async () => {
  const folder = mkdtempSync(`${tmpdir()}/mnc-records-`);
  const page = await open("#game=oware");
  const records = [];
  const faults = [];
  let state = 1;
  const below = (most) => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
    return Math.floor((state / 2 ** 32) * most);
  };
  for (const { name } of games) {
    const before = Number(await page.evaluate(() => document.body.dataset.open));
    await page.locator("#library").selectOption(name);
    await page.waitForFunction((was) => Number(document.body.dataset.open) > was, before);
    const drawn = await page.evaluate(() => {
      const { width, height } = document.querySelector(".board").getBoundingClientRect();
      const spots = [...document.querySelectorAll(".board .place")];
      return width > 100 && height > 30 && spots.length > 0 && spots.every((spot) => spot.getAttribute("aria-label"));
    });
    if (!drawn) faults.push(`${name} is not drawn`);
    for (let nth = 0; nth < 20; nth += 1) {
      await page.waitForFunction(() => document.body.dataset.lot === undefined);
      const left = await page.evaluate(async (random) => {
        const places = [...document.querySelectorAll(".place.legal")];
        const buttons = [...document.querySelectorAll("#choices > button:not(.primary)")];
        const all = [...places, ...buttons];
        if (all.length === 0 || /wins|loses|draw/i.test(document.querySelector("#status").textContent)) return 0;
        const moves = document.querySelector("#moves");
        const was = moves.childElementCount;
        const next = new Promise((resolve) => new MutationObserver((_, seen) => {
          if (moves.childElementCount === was) return;
          seen.disconnect();
          resolve();
        }).observe(moves, { childList: true }));
        all[Math.floor(random * all.length)].dispatchEvent(new MouseEvent("click", { bubbles: true }));
        await next;
        return all.length;
      }, below(1000) / 1000);
      if (left === 0) break;
    }
    const [download] = await Promise.all([page.waitForEvent("download"), page.evaluate(() => document.querySelector("#save-record").click())]);
    records.push([name, readFileSync(await download.path(), "utf8")]);
  }
  for (const [name, record] of records) {
    writeFileSync(`${folder}/${name}.mncr`, record);
    const { status, stderr } = spawnSync(program, ["replay", `${folder}/${name}.mncr`], { encoding: "utf8" });
    if (status !== 0) faults.push(`${name}: ${stderr}`);
  }
  console.log(`${records.length} games, ${records.reduce((sum, [, record]) => sum + record.split("\n").length, 0)} lines of records`);
  assert.ok(records.length > 100);
  assert.deepEqual(faults, []);
  await close(page);
});

test("the page in one file works from a disk", async () => {
  const page = await browser.newPage();
  const faults = [];
  page.on("pageerror", (error) => faults.push(String(error)));
  const asked = [];
  page.on("request", (request) => asked.push(request.url()));
  await page.goto(`${pathToFileURL(`${dist}mnc.html`)}#game=oware`);
  await page.waitForSelector("body[data-open]");
  await page.locator('[data-id="c1"]').click();
  await page.waitForSelector("#events li");
  await page.locator("#library").selectOption("bao-la-kiswahili");
  await page.waitForFunction(() => document.querySelector(".board").getAttribute("aria-label").includes("Bao"));
  await page.locator("#document-open").click();
  await page.waitForSelector("#document:not([hidden])");
  assert.deepEqual(faults, []);
  assert.deepEqual(asked.filter((url) => !/^(file|blob|data):/.test(url)), []);
  await page.close();
});

test("mnc serve shows a file, and shows it again when it changes", async () => {
  const file = `${mkdtempSync(`${tmpdir()}/mnc-served-`)}/mine.mnc`;
  const rules = (seeds) => `mnc 1\ngame "Mine" like "Kalah"\nnew start: every hole holds ${seeds}\n`;
  writeFileSync(file, rules(5));
  const server = spawn(program, ["serve", file, "--port", "0", "--page", dist]);
  try {
    const url = await new Promise((resolve) => server.stdout.on("data", (line) => resolve(/http:\S+/.exec(String(line))[0])));
    const context = await browser.newContext({ serviceWorkers: "block", reducedMotion: "reduce" });
    const page = await context.newPage();
    await page.goto(url);
    const holds = (seeds) => page.waitForFunction((wanted) => document.querySelector('[data-id="a1"]')?.getAttribute("aria-label").includes(`, ${wanted} seeds`), seeds);
    await holds(5);
    writeFileSync(file, rules(7));
    await holds(7);
    assert.equal((await page.request.get(new URL("/assets/", url).href)).status(), 404);
    await context.close();
  } finally {
    server.kill();
  }
});

test("a board in another page", async () => {
  const page = await browser.newPage();
  await page.goto(`${site.url}embedding.html`);
  const frame = page.frameLocator("iframe");
  await frame.locator("body[data-open]").waitFor();
  await frame.locator('[data-id="c1"]').click();
  await frame.locator("#events li").first().waitFor();
  assert.equal(await frame.locator("#text").isVisible(), false);
  await page.close();
});
