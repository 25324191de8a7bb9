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

test("changed rules stay in the list when another game is chosen, and undoing mixes no texts", async () => {
  const page = await visit("#game=oware");
  const shipped = await rules(page);
  await opened(page, () => write(page, "\n# as we play it\n"));
  const mine = await rules(page);
  assert.match(await chosen(page), /Oware.*yours 1/);
  await choose(page, "kalah");
  const kalah = await rules(page);
  for (let nth = 0; nth < 3; nth += 1) {
    await page.locator(".cm-content").click();
    await page.keyboard.press("Control+z");
    assert.equal(await rules(page), kalah);
  }
  await choose(page, "own-1");
  assert.equal(await rules(page), mine);
  await reload(page);
  await page.locator(".cm-content").click();
  await page.keyboard.press("Control+z");
  assert.equal(await rules(page), mine);
  // The shipped game is still there, and other changes of it do not replace the first.
  await choose(page, "oware");
  assert.equal(await rules(page), shipped);
  await opened(page, () => write(page, "\n# another way\n"));
  await choose(page, "own-1");
  assert.equal(await rules(page), mine);
  await choose(page, "own-2");
  assert.match(await rules(page), /another way/);
  await page.locator("#delete").click();
  await opened(page, () => page.locator("#dialog-ok").click());
  assert.deepEqual(await page.locator("#own option").evaluateAll((all) => all.map(({ value }) => value)), ["own-1"]);
  await close(page);
});

test("undoing all changes leaves no entry", async () => {
  const page = await visit("#game=oware");
  const shipped = await rules(page);
  await play(page, "c1");
  await page.locator(".cm-content").click();
  await page.keyboard.press("Control+End");
  await page.keyboard.type("#");
  assert.match(await chosen(page), /yours/);
  await page.keyboard.press("Control+z");
  assert.equal(await chosen(page), "Oware Abapa");
  assert.equal(await page.locator("#own option").count(), 0);
  assert.equal(await rules(page), shipped);
  await reload(page);
  assert.match(await text(page, "#moves"), /South c1/);
  await close(page);
});

test("a text that an older page kept is not lost", async () => {
  const page = await visit();
  await page.evaluate(() => localStorage.setItem("mnc-draft", JSON.stringify({ name: "oware.mnc", text: 'mnc 1\ngame "Old" like "Kalah"\n' })));
  await page.evaluate(() => localStorage.removeItem("mnc-last"));
  await reload(page);
  assert.match(await chosen(page), /Old.*yours 1/);
  assert.match(await rules(page), /game "Old"/);
  await close(page);
});

test("moves are there again after a reload and after another game, with those that were taken back", async () => {
  const page = await visit();
  await play(page, "c1");
  await play(page, "c2");
  await page.locator("#undo").click();
  await play(page, "d2");
  await page.locator("#undo").click();
  const moves = await text(page, "#moves");
  const status = await text(page, "#status");
  assert.match(moves, /c1[\s\S]*c2[\s\S]*d2/);
  await reload(page);
  assert.equal(await text(page, "#moves"), moves);
  assert.equal(await text(page, "#status"), status);
  await choose(page, "kalah");
  await play(page, "a1");
  await choose(page, "oware");
  assert.equal(await text(page, "#moves"), moves);
  // Each setting of the options has its moves.
  await choose(page, "kalah");
  await page.locator("#setting summary").click();
  const number = page.locator("#setting label", { hasText: "seeds-each" }).locator("input, select");
  await opened(page, async () => {
    await number.fill("6");
    await number.press("Enter");
  });
  assert.doesNotMatch(await text(page, "#moves"), /a1/);
  await opened(page, async () => {
    await number.fill("4");
    await number.press("Enter");
  });
  assert.match(await text(page, "#moves"), /a1/);
  await close(page);
});

test("moves that changed rules do not allow are kept, and the page says so", async () => {
  const page = await visit();
  await opened(page, () => write(page, "\n# as we play it\n"));
  await play(page, "c1");
  await play(page, "c2");
  const moves = await text(page, "#moves");
  const mine = await rules(page);
  const change = async (to) => opened(page, async () => {
    await page.locator(".cm-content").click();
    await page.keyboard.press("Control+A");
    await page.keyboard.insertText(to);
  });
  const other = 'mnc 1\ngame "Mine" like "Kalah"\nnew start: every hole holds 4\n';
  await change(other);
  assert.match(await text(page, "#notice"), /From move 2 on, your moves do not fit these rules/);
  await change(mine);
  assert.equal(await text(page, "#moves"), moves);
  assert.equal(await page.locator("#notice").isVisible(), false);
  // Another move replaces them; they stay in an entry with the rules that allow them.
  await change(other);
  const id = await page.locator(".place.legal").first().getAttribute("data-id");
  await page.locator(`[data-id="${id}"]`).click();
  await page.waitForFunction(() => document.querySelectorAll("#own option").length === 2);
  await choose(page, "own-2");
  assert.equal(await text(page, "#moves"), moves);
  assert.equal(await rules(page), mine);
  await close(page);
});

test("a link does not replace what is kept, and moves after it are kept", async () => {
  const page = await visit("#game=oware");
  await play(page, "c1");
  await page.locator("#share").click();
  const link = new URL(await page.locator("dialog textarea").inputValue()).hash;
  await page.locator("#dialog-ok").click();
  await play(page, "c2");
  const moves = await text(page, "#moves");
  await reload(page);
  assert.equal(await text(page, "#moves"), moves);
  await go(page, link);
  assert.doesNotMatch(await text(page, "#moves"), /c2/);
  await play(page, "d2");
  await reload(page);
  assert.match(await text(page, "#moves"), /c1[\s\S]*d2/);
  await choose(page, "oware");
  assert.equal(await text(page, "#moves"), moves);
  await close(page);
});

test("two tabs do not replace each other's moves", async () => {
  const one = await visit("#game=oware");
  const two = await go(await one.context().newPage(), "#game=oware");
  await two.evaluate(() => {
    globalThis.told = new Promise((resolve) => addEventListener("storage", ({ key }) => key === "mnc-kept/oware" && resolve()));
  });
  await play(one, "c1");
  await two.evaluate(() => globalThis.told);
  await play(two, "d1");
  await reload(one);
  assert.match(await text(one, "#moves"), /c1/);
  await choose(one, "own-1");
  assert.match(await text(one, "#moves"), /d1/);
  await close(one);
});

test("a damaged link says that this is not the game that was sent", async () => {
  const sender = await visit("#game=kalah");
  await play(sender, "a1");
  await sender.locator("#share").click();
  const link = new URL(await sender.locator("dialog textarea").inputValue()).hash;
  await close(sender);
  for (const damaged of [link.slice(0, -7), link.slice(0, -1), "#s=hello", "#s="]) {
    const page = await visit(damaged);
    assert.match(await text(page, "#notice"), /address of this page is damaged[\s\S]*not the game that was sent/, damaged);
    await page.locator("#notice-close").click();
    assert.equal(await page.locator("#notice").isVisible(), false);
    await close(page);
  }
  const whole = await visit(link);
  assert.equal(await whole.locator("#notice").isVisible(), false);
  // A link that is put into the address of the open page.
  await whole.evaluate(() => (location.hash = "#s=hello"));
  await whole.waitForSelector("#notice:not([hidden])");
  await close(whole);
});

test("who plays is kept, for all games", async () => {
  const sender = await visit("#game=oware");
  await play(sender, "c1");
  await sender.locator("#share").click();
  const link = new URL(await sender.locator("dialog textarea").inputValue()).hash;
  await close(sender);
  const page = await visit("#game=oware");
  const kinds = (shown) => shown.locator("#players select").evaluateAll((all) => all.map(({ value }) => value));
  await page.locator("#players").evaluate((box) => (box.closest("details").open = true));
  await page.locator("#players select").nth(1).selectOption("search:1");
  await reload(page);
  assert.deepEqual(await kinds(page), ["", "search:1"]);
  await page.locator('[data-id="c1"]').click();
  await page.waitForFunction(() => document.querySelectorAll("#moves button").length === 3);
  await choose(page, "kalah");
  assert.deepEqual(await kinds(page), ["", "search:1"]);
  const next = await go(await page.context().newPage(), "#game=oware");
  assert.deepEqual(await kinds(next), ["", "search:1"]);
  // The computer changes nothing of what was sent, also when that is loaded again.
  const other = await go(await page.context().newPage(), link);
  assert.equal(await text(other, "#status"), "North to move");
  assert.deepEqual(await kinds(other), ["", ""]);
  await play(other, "c2");
  await reload(other);
  assert.deepEqual(await kinds(other), ["", ""]);
  assert.match(await text(other, "#moves"), /c1[\s\S]*c2/);
  // That no computer plays any more is kept too.
  await page.locator("#stop").evaluate((stop) => stop.click());
  await reload(page);
  assert.deepEqual(await kinds(page), ["", ""]);
  await close(page);
});

test("damaged players are persons, and do not break the page", async () => {
  const page = await visit("#game=oware");
  const faults = [];
  page.on("pageerror", (error) => faults.push(String(error)));
  page.on("console", (message) => message.type() === "error" && faults.push(message.text()));
  for (const damaged of ["", "{", "null", "5", '["search:1"]', '{"South":"search:99","North":{"kind":"random"}}', '{"__proto__":"random"}']) {
    await page.evaluate((value) => [sessionStorage, localStorage].forEach((storage) => storage.setItem("mnc-players", value)), damaged);
    await reload(page);
    assert.deepEqual(await page.locator("#players select").evaluateAll((all) => all.map(({ value }) => value)), ["", ""], damaged);
    assert.equal(await text(page, "#status"), "South to move");
  }
  assert.deepEqual(faults, []);
  await page.locator("#players").evaluate((box) => (box.closest("details").open = true));
  await page.locator("#players select").first().selectOption("random");
  await reload(page);
  assert.equal(await page.locator("#players select").first().inputValue(), "random");
  await close(page);
});

test("a link to a game that there is not says so, offers similar names, and changes nothing that is kept", async () => {
  const page = await visit("#game=kalah");
  await opened(page, () => write(page, "\n# as we play it\n"));
  await play(page, "a1");
  const stored = () => page.evaluate(() => JSON.stringify(Object.entries(localStorage).sort()));
  const kept = await stored();
  const said = async (hash) => {
    await go(page, hash);
    await page.waitForSelector("#notice:not([hidden])");
    return text(page, "#notice-text");
  };
  assert.match(await said("#game=owari-x"), /There is no game with the name “owari-x”\. Games with a similar name:/);
  // It is heard, and what is shown is what is shown without a link, now and after that.
  await page.getByRole("alert").filter({ hasText: "There is no game" }).waitFor();
  for (const again of [false, true]) {
    if (again) await reload(page);
    assert.match(await chosen(page), /Kalah.*yours 1/);
    assert.match(await text(page, "#moves"), /a1/);
    assert.equal(await stored(), kept);
  }
  assert.equal(await page.locator("#notice").isVisible(), false);
  assert.doesNotMatch(await said("#game=zzzzzzzzz"), /similar/);
  // Nothing in a name is more than text, and no name makes the page wide.
  const long = `<b>${"x".repeat(5_000)}`;
  assert.match(await said(`#game=${encodeURIComponent(long)}`), /“<b>x{57}…”/);
  assert.equal(await page.evaluate(() => document.documentElement.scrollWidth), 1280);
  assert.equal(await stored(), kept);
  // A link that is put into the address of the open page, and a name that is offered.
  await page.locator("#notice-close").click();
  await page.evaluate(() => (location.hash = "#game=owari-x"));
  await page.waitForSelector("#notice:not([hidden])");
  const offer = page.locator("#notice-text button", { hasText: "Oware Abapa" });
  await opened(page, () => offer.click());
  assert.equal(await chosen(page), "Oware Abapa");
  assert.equal(await page.locator("#notice").isVisible(), false);
  assert.equal(await page.evaluate(() => document.activeElement.id), "library");
  await choose(page, "own-1");
  assert.match(await text(page, "#moves"), /a1/);
  await close(page);
  const visitor = await visit("#game=owari-x");
  await visitor.waitForSelector("#notice:not([hidden])");
  assert.equal(await chosen(visitor), "Oware Abapa");
  await close(visitor);
});

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
