// Shows the Markdown of essays and meanings: paragraphs, headings, code, emphasis. Nothing of it is taken as HTML.

/** Appends a line of Markdown. */
export function inline<T extends HTMLElement>(into: T, text: string): T {
  for (const part of text.split(/(`[^`]+`|\*\*[^*]+\*\*|\*[^*]+\*)/)) {
    if (!part) continue;
    const [tag, cut] = part.startsWith("`") ? ["code", 1] : part.startsWith("**") ? ["strong", 2] : part.startsWith("*") && part.length > 2 ? ["em", 1] : ["", 0];
    const content = part.slice(Number(cut), part.length - Number(cut));
    if (!tag) into.append(content);
    else into.append(Object.assign(document.createElement(tag as string), { textContent: content }));
  }
  return into;
}

export function markdown(text: string): HTMLElement {
  const all = document.createElement("div");
  const add = (tag: string) => all.appendChild(document.createElement(tag));
  let code: string[] | undefined;
  let paragraph: string[] = [];
  const flush = () => {
    if (paragraph.length > 0) inline(add("p"), paragraph.join(" "));
    paragraph = [];
  };
  for (const line of text.split("\n")) {
    if (line.startsWith("```")) {
      if (code) add("pre").textContent = code.join("\n");
      else flush();
      code = code ? undefined : [];
    } else if (code) code.push(line);
    else if (/^#+ /.test(line)) {
      flush();
      inline(add("h3"), line.replace(/^#+ /, ""));
    } else if (!line.trim()) flush();
    else paragraph.push(line.trim());
  }
  flush();
  return all;
}
