import { expect, it } from "vitest";
import { freeColor, ownColor, paintOf, SWATCH_NAMES, SWATCHES } from "./tag-colors";

/** WCAG 2.2: contrast of two colours. */
function contrast(one: string, other: string): number {
  const luminance = (hex: string) => {
    const [r = 0, g = 0, b = 0] = [1, 3, 5].map((at) => {
      const value = Number.parseInt(hex.slice(at, at + 2), 16) / 255;
      return value <= 0.04045 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4;
    });
    return 0.2126 * r + 0.7152 * g + 0.0722 * b;
  };
  const [low = 0, high = 0] = [luminance(one), luminance(other)].sort((a, b) => a - b);
  return (high + 0.05) / (low + 0.05);
}

it("is seen on every ground that tags stand on, by day and by night", () => {
  for (const name of SWATCH_NAMES) {
    const [day, night] = SWATCHES[name];
    expect(contrast(day, "#eef2f2"), `${name} by day`).toBeGreaterThan(3);
    expect(contrast(night, "#2a3033"), `${name} by night`).toBeGreaterThan(3);
  }
  expect(contrast("#777777", "#ffffff")).toBeCloseTo(4.48, 1);
});

it("gives a name its colour for good, and uses them all", () => {
  expect(ownColor("Customer")).toBe(ownColor(" customer "));
  const names = [
    "customer",
    "lead",
    "newsletter",
    "partner",
    "press",
    "vip",
    "berlin",
    "trade fair",
    "alumni",
  ];
  const many = Array.from({ length: 200 }, (_, at) => `tag ${at}`);
  expect(new Set(names.map(ownColor)).size).toBeGreaterThanOrEqual(5);
  expect(new Set(many.map(ownColor)).size).toBe(SWATCH_NAMES.length);
});

it("paints our colours for both themes and leaves others alone", () => {
  expect(paintOf("#1F7A5C")).toBe("light-dark(#1f7a5c, #4fb892)");
  expect(paintOf("rebeccapurple")).toBe("rebeccapurple");
});

it("gives new tags the colours that the fewest have", () => {
  const tags: { name: string; color: string | null }[] = [{ name: "Customer", color: null }];
  for (let n = 0; n < 2 * SWATCH_NAMES.length - 1; n++)
    tags.push({ name: `tag ${n}`, color: freeColor(`tag ${n}`, tags) });
  const shown = tags.map(({ name, color }) => color ?? ownColor(name));
  expect(new Set(shown.slice(0, SWATCH_NAMES.length)).size).toBe(SWATCH_NAMES.length);
  for (const name of SWATCH_NAMES)
    expect(shown.filter((color) => color === SWATCHES[name][0]).length, name).toBe(2);
  expect(freeColor("Customer", [])).toBe(ownColor("Customer"));
});
