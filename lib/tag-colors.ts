/**
 * Colours that are easy to tell apart. The API stores the first, used in the light theme; the second replaces it in
 * the dark theme.
 */
export const SWATCHES = {
  pine: ["#1f7a5c", "#4fb892"],
  sea: ["#2b7a9b", "#5cb3d6"],
  ink: ["#4457a6", "#8f9fe6"],
  plum: ["#8a4a9e", "#c68ad8"],
  brick: ["#b5473c", "#e8877c"],
  ochre: ["#b07d1e", "#d9a94e"],
  moss: ["#6b8a2f", "#a0bf63"],
  slate: ["#64748b", "#9fb0c7"],
} as const;
type Swatch = keyof typeof SWATCHES;
export const SWATCH_NAMES = Object.keys(SWATCHES).filter((name): name is Swatch => name in SWATCHES);

/** The CSS colour to paint with: ours suit both themes, others are as they were chosen. */
export function paintOf(color: string): string {
  const known = SWATCH_NAMES.find((name) => SWATCHES[name][0] === color.toLowerCase());
  return known ? `light-dark(${SWATCHES[known].join(", ")})` : color;
}

/** The colour of a tag for which nobody chose one: always the same for a name, regardless of case. */
export function ownColor(name: string): string {
  let hash = 0;
  for (const letter of name.trim().toLowerCase()) hash = (hash * 31 + (letter.codePointAt(0) ?? 0)) >>> 0;
  const swatch = SWATCH_NAMES[hash % SWATCH_NAMES.length] ?? "slate";
  return SWATCHES[swatch][0];
}

export interface Colored {
  name: string;
  color: string | null;
}

/** The colours for new tags of these names, beside the tags that there are. */
export function freeColors(names: readonly string[], tags: readonly Colored[]): string[] {
  const all = [...tags];
  return names.map((name) => {
    const color = freeColor(name, all);
    all.push({ name, color });
    return color;
  });
}

/** The colour for a new tag of a name: of those that the fewest tags have, its own, or the next one. */
export function freeColor(name: string, tags: readonly Colored[]): string {
  const uses = new Map<string, number>();
  for (const tag of tags) {
    const color = (tag.color ?? ownColor(tag.name)).toLowerCase();
    uses.set(color, (uses.get(color) ?? 0) + 1);
  }
  const all = SWATCH_NAMES.map((swatch): string => SWATCHES[swatch][0]);
  const own = all.indexOf(ownColor(name));
  const fromOwn = [...all.slice(own), ...all.slice(0, own)];
  const usesOf = (color: string) => uses.get(color) ?? 0;
  return fromOwn.reduce((best, color) => (usesOf(color) < usesOf(best) ? color : best));
}
