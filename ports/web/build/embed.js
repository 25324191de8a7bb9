// Puts a board into a page:
//   <script src="https://…/embed.js" data-game="oware"></script>
// data-height gives its height in pixels (560).
(() => {
  const script = document.currentScript;
  const frame = document.createElement("iframe");
  const page = new URL("./", script.src);
  page.hash = `game=${encodeURIComponent(script.dataset.game ?? "oware")}&embed=1`;
  frame.src = page.href;
  frame.title = `Mancala board: ${script.dataset.game ?? "oware"}`;
  frame.style.cssText = `width:100%;height:${Number(script.dataset.height) || 560}px;border:0`;
  frame.loading = "lazy";
  script.after(frame);
})();
