// A value as a property list in XML: the form of a TextMate grammar that Sublime Text reads.

const escaped = (text) => text.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll(">", "&gt;");

function node(value, indent) {
  const deeper = `${indent}  `;
  if (Array.isArray(value)) {
    return `<array>\n${value.map((item) => `${deeper}${node(item, deeper)}\n`).join("")}${indent}</array>`;
  }
  if (typeof value === "object") {
    const rows = Object.entries(value).map(([key, item]) => `${deeper}<key>${escaped(key)}</key>\n${deeper}${node(item, deeper)}\n`);
    return `<dict>\n${rows.join("")}${indent}</dict>`;
  }
  return `<string>${escaped(String(value))}</string>`;
}

/// The text of a property list.
export function plist(value) {
  return `<?xml version="1.0" encoding="UTF-8"?>
<!DOCTYPE plist PUBLIC "-//Apple//DTD PLIST 1.0//EN" "http://www.apple.com/DTDs/PropertyList-1.0.dtd">
<plist version="1.0">
${node(value, "")}
</plist>
`;
}
