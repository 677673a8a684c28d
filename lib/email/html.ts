const entities: Record<string, string> = {
  "&": "&amp;",
  "<": "&lt;",
  ">": "&gt;",
  '"': "&quot;",
  "'": "&#39;",
};

/** Plain text as an HTML document: everything escaped, line breaks and indentation kept, nothing interpreted. */
export function textToHtml(text: string): string {
  const escaped = text.replace(/[&<>"']/g, (character) => entities[character] ?? "");
  const lines = escaped
    .split(/\r\n|\r|\n/)
    .map((line) =>
      line.replace(/^[ \t]+/, (indent) => "&nbsp;".repeat(indent.replace(/\t/g, "    ").length)),
    );
  const style = "font: 15px/1.5 -apple-system, 'Segoe UI', Roboto, Helvetica, Arial, sans-serif";
  return `<!doctype html><html><head><meta charset="utf-8"></head><body><div style="${style}">${lines.join("<br>\n")}</div></body></html>`;
}
