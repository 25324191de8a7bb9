// Tests of the parts of the source.
import assert from "node:assert/strict";
import { readdirSync, readFileSync } from "node:fs";
import { test } from "node:test";

const src = new URL("../src/", import.meta.url);
const sources = new Map(readdirSync(src).filter((name) => name.endsWith(".ts")).map((name) => [name, readFileSync(new URL(name, src), "utf8")]));

test("no file is long", () => {
  const long = [...sources].map(([name, source]) => [name, source.split("\n").length]).filter(([, lines]) => lines > 500);
  assert.deepEqual(long, []);
});

test("imports go one way", () => {
  const imports = (name) => [...sources.get(name).matchAll(/^import .*"\.\/(\w+)";$/gm)].map(([, of]) => `${of}.ts`).filter((of) => sources.has(of));
  const ready = new Set();
  const visit = (name, path) => {
    assert.ok(!path.includes(name), [...path, name].join(" imports "));
    if (ready.has(name)) return;
    for (const of of imports(name)) visit(of, [...path, name]);
    ready.add(name);
  };
  for (const name of sources.keys()) visit(name, []);
  assert.ok(imports("main.ts").length > 10);
});
