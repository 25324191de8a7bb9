// Builds the extension in `build/package`, and packs it as `build/mnc.vsix`.
//
//     node build.mjs          # types, the bundle and the package
//     code --install-extension build/mnc.vsix

import { execFileSync } from "node:child_process";
import { copyFileSync, mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { build } from "esbuild";
import { createVSIX } from "@vscode/vsce";

const here = new URL("./", import.meta.url);
const root = new URL("../../../", here);
const target = new URL("build/package/", here);
const path = (name, base = here) => new URL(name, base).pathname;

/// The files of the package that are copied, with their names there.
const COPIES = [
  [path("language-configuration.json"), "language-configuration.json"],
  [path("snippets.json"), "snippets.json"],
  [path("README.md"), "README.md"],
  [path("../textmate/mnc.tmLanguage.json"), "mnc.tmLanguage.json"],
  [path("grammar/reference.md", root), "reference.md"],
  [path("LICENSE-MIT", root), "LICENSE-MIT.txt"],
  [path("LICENSE-APACHE", root), "LICENSE.txt"],
];

execFileSync(process.execPath, [path("node_modules/typescript/bin/tsc"), "--project", path("tsconfig.json")], { stdio: "inherit" });

rmSync(target, { recursive: true, force: true });
mkdirSync(target, { recursive: true });
await build({
  entryPoints: [path("src/extension.ts")],
  outfile: path("dist/extension.js", target),
  bundle: true,
  minify: true,
  platform: "node",
  format: "cjs",
  target: "node20",
  external: ["vscode"],
});
COPIES.forEach(([from, to]) => copyFileSync(from, path(to, target)));
const { scripts, devDependencies, private: unpublished, ...manifest } = JSON.parse(readFileSync(path("package.json"), "utf8"));
// Everything in the folder belongs to the package.
manifest.files = ["**/*"];
writeFileSync(path("package.json", target), `${JSON.stringify(manifest, null, 2)}\n`);
await createVSIX({
  cwd: path("", target),
  packagePath: path("build/mnc.vsix"),
  dependencies: false,
  allowMissingRepository: true,
});
