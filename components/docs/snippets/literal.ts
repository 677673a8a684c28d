/** How a language writes JSON values. */
export interface Syntax {
  key: (name: string) => string;
  /** Around values on one line. */
  space: string;
  indent: string;
  words: Record<"true" | "false" | "null", string>;
}

/** The longest value that stays on one line. */
const LINE = 60;

/** A JSON value as a literal; everything after its first line is indented by `margin`. */
export function literal(value: unknown, syntax: Syntax, margin = ""): string {
  if (value === null || typeof value === "boolean") return syntax.words[`${value}`];
  if (typeof value !== "object") return JSON.stringify(value);
  const deeper = margin + syntax.indent;
  const members = Array.isArray(value)
    ? value.map((one) => literal(one, syntax, deeper))
    : Object.entries(value).map(([name, one]) => `${syntax.key(name)}: ${literal(one, syntax, deeper)}`);
  const [open, close, space] = Array.isArray(value) ? ["[", "]", ""] : ["{", "}", syntax.space];
  if (members.length === 0) return open + close;
  const line = `${open}${space}${members.join(", ")}${space}${close}`;
  if (line.length <= LINE && !line.includes("\n")) return line;
  return `${open}\n${members.map((one) => `${deeper}${one},\n`).join("")}${margin}${close}`;
}
