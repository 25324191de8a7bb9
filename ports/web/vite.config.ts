import { defineConfig } from "vite";
// @ts-expect-error: plain JavaScript, shared with the editors.
import { readWords } from "../editors/grammar/words.mjs";

export default defineConfig({
  // Works in any folder of a site.
  base: "./",
  define: { MNC_WORDS: JSON.stringify(readWords()) },
  build: {
    target: "es2023",
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    rollupOptions: { input: { index: "index.html" } },
  },
  worker: { format: "es" },
});
