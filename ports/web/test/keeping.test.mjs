// Tests of what the page keeps, says and shows to its players.
import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { chromium } from "playwright-core";
import { serve } from "./server.mjs";

let browser;
let site;
before(async () => {
  browser = await chromium.launch({ executablePath: process.env.CHROMIUM ?? "/usr/bin/chromium", args: ["--no-sandbox"] });
  site = await serve();
});
after(async () => {
  await browser?.close();
  site?.close();
});

/** A new visitor. */
async function visit(hash = "", viewport = { width: 1280, height: 800 }) {
  const context = await browser.newContext({ serviceWorkers: "block", reducedMotion: "reduce", viewport });
  return go(await context.newPage(), hash);
}

/** Loads the page at an address. */
async function go(page, hash) {
  await page.goto("about:blank");
  await page.goto(site.url + hash);
  await page.waitForSelector("body[data-open]");
  return page;
}

/** Loads the page again at its address. */
async function reload(page) {
  await page.reload();
  await page.waitForSelector("body[data-open]");
}

const close = (page) => page.context().close();
const text = (page, selector) => page.locator(selector).innerText();
const label = (page, id) => page.locator(`[data-id="${id}"]`).getAttribute("aria-label");
const chosen = (page) => page.locator("#library option:checked").innerText();

/** Waits until a game is opened again by some work. */
async function opened(page, work) {
  const was = await page.evaluate(() => document.body.dataset.open);
  await work();
  await page.waitForFunction((old) => document.body.dataset.open !== old, was);
}

const choose = (page, game) => opened(page, () => page.locator("#library").selectOption(game));

async function play(page, id) {
  const count = await page.locator("#moves button").count();
  await page.locator(`[data-id="${id}"]`).click();
  await page.waitForFunction((old) => document.querySelectorAll("#moves button").length > old, count);
}

/** What can be chosen: the text of its button. */
async function press(page, name) {
  const was = await text(page, "#moves");
  await page.locator("#choices button", { hasText: name }).first().click();
  await page.waitForFunction((old) => document.querySelector("#moves").innerText !== old, was);
}

/** The rules, read in the editor without colours. */
async function rules(page) {
  await page.locator("#plain").click();
  const read = await page.locator("textarea.plain").inputValue();
  await page.locator("#plain").click();
  return read;
}

/** Writes a line at the end of the rules. */
async function write(page, line) {
  await page.locator(".cm-content").click();
  await page.keyboard.press("Control+End");
  await page.keyboard.insertText(line);
}

test("what a player is asked is a request in words", async () => {
  const page = await visit("#game=azigo");
  assert.equal(await text(page, "#status"), "South chooses one of these");
  await choose(page, "bao-la-kiswahili");
  assert.equal(await text(page, "#status"), "South chooses a place");
  await choose(page, "random-kalah");
  await page.waitForFunction(() => document.body.dataset.lot === undefined);
  assert.equal(await text(page, "#status"), "South says yes or no: exchange?");
  const answers = page.locator("#choices > button");
  assert.deepEqual(await answers.allInnerTexts(), ["yes", "no"]);
  assert.match(await answers.first().getAttribute("title"), /may do exchange/);
  assert.match(await text(page, "#choices .rule"), /may do exchange/);
  await close(page);
});

test("on a computer screen, the holes of long boards are large enough", async () => {
  for (const [viewport, game, scrolls] of [
    [{ width: 1280, height: 800 }, "azigo", false], [{ width: 1280, height: 800 }, "intotoi", false],
    [{ width: 1024, height: 700 }, "mbelele", false], [{ width: 720, height: 700 }, "azigo", true],
  ]) {
    const page = await visit(`#game=${game}`, viewport);
    const { least, upright, longer } = await page.evaluate(() => {
      const figure = document.querySelector("#boards figure");
      return {
        least: Math.min(...[...document.querySelectorAll(".place.hole .pit")].map((pit) => pit.getBoundingClientRect().width)),
        upright: document.querySelector(".board").classList.contains("upright"),
        longer: figure.scrollWidth > figure.clientWidth,
      };
    });
    assert.ok(least >= 28, `${game}: ${least}`);
    assert.equal(upright, false);
    assert.equal(longer, scrolls);
    assert.equal(await page.evaluate(() => document.documentElement.scrollWidth), viewport.width);
    await close(page);
  }
});

test("a hidden store is shown to its owner alone", async () => {
  const page = await visit("#game=azigo");
  assert.match(await label(page, "S"), /9 seeds/);
  assert.match(await label(page, "N"), /hidden seeds/);
  await press(page, "sow any own hole");
  await page.locator(".place.legal").first().click();
  await page.waitForFunction(() => document.querySelector("#status").textContent.startsWith("North"));
  assert.match(await label(page, "S"), /hidden seeds/);
  assert.match(await label(page, "N"), /seeds/);
  assert.doesNotMatch(await label(page, "N"), /hidden/);
  // The only person sees the own store whoever is to move.
  await page.locator("#players").evaluate((box) => (box.closest("details").open = true));
  await page.locator("#new").click();
  await page.locator("#players select").first().selectOption("random");
  await page.waitForFunction(() => document.querySelector("#status").textContent.startsWith("North chooses"));
  assert.match(await label(page, "S"), /hidden seeds/);
  assert.doesNotMatch(await label(page, "N"), /hidden/);
  await close(page);
});
