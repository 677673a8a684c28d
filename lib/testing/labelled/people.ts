import type { Culture } from "./names";

export interface Person {
  email: string;
  first_name: string;
  last_name: string;
  company: string;
  phone: string;
}

let state = 20_261_123;
export function random(): number {
  state = (state + 0x6d2b79f5) | 0;
  let t = Math.imul(state ^ (state >>> 15), 1 | state);
  t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t;
  return ((t ^ (t >>> 14)) >>> 0) / 2 ** 32;
}
export const pick = <T>(from: readonly T[]): T => from[Math.floor(random() * from.length)] as T;
export const chance = (share: number) => random() < share;
export const digits = (pattern: string) => pattern.replace(/#/g, () => String(Math.floor(random() * 10)));

export const WORDS =
  "amber birch cedar delta ember fjord grove haven iris juniper kestrel lagoon maple nova onyx pearl quartz river sable tulip umbra vale willow zephyr".split(
    " ",
  );
const ROMAN: Record<string, string> = {};
let serial = 0;
/** Something like the name in the letters of an address, the same each time. */
export function latin(name: string): string {
  const plain = name
    .normalize("NFD")
    .replace(/[\u0300-\u036f]/g, "")
    .toLowerCase()
    .replace(/ł/g, "l")
    .replace(/ı/g, "i")
    .replace(/ß/g, "ss");
  if (/^[a-z ]+$/.test(plain)) return plain.replace(/ /g, "");
  ROMAN[name] ??=
    pick(["ka", "mi", "to", "shi", "ren", "zo", "lu", "ba"]) +
    pick(["wa", "chen", "to", "mir", "hal", "ro", "ni"]) +
    (serial++ % 7 === 0 ? "ko" : "");
  return ROMAN[name];
}

export interface Made {
  culture: Culture;
  given: string;
  family: string;
  company: string;
  domain: string;
}

export function born(culture: Culture, given = pick(culture.given), family = pick(culture.family)): Made {
  const company = pick(culture.companies);
  const word = /^[ -~à-ž]+$/i.test(company) ? latin(company.split(" ")[0] ?? "") : pick(WORDS);
  return { culture, given, family, company, domain: `${word}.${culture.tld}` };
}

export const LOCALS = [
  (g: string, f: string) => `${g}.${f}`,
  (g: string, f: string) => `${g}${f}`,
  (g: string, f: string) => `${g[0]}.${f}`,
  (g: string, f: string) => `${g[0]}${f}`,
  (g: string, f: string) => `${f}.${g}`,
  (g: string) => g,
  (g: string, f: string) => `${g}_${f}`,
];
export function address(
  { given, family, culture, domain }: Made,
  where: "work" | "home",
  form = pick(LOCALS),
): string {
  const local = form(latin(given), latin(family.split(" ")[0] ?? ""));
  return where === "work"
    ? `${local}@${domain}`
    : `${local}${chance(0.4) ? Math.floor(random() * 90 + 10) : ""}@${pick(culture.domains)}`;
}

export function person(made: Made, email: string, more: Partial<Person> = {}): Person {
  const { culture, given, family, company } = made;
  return { email, first_name: given, last_name: family, company, phone: digits(culture.phone), ...more };
}

export const swap = (text: string) => {
  const at = 1 + Math.floor(random() * (text.length - 2));
  return text.slice(0, at) + (text[at + 1] ?? "") + (text[at] ?? "") + text.slice(at + 2);
};
export const drop = (text: string) => {
  const at = 1 + Math.floor(random() * (text.length - 1));
  return text.slice(0, at) + text.slice(at + 1);
};
export const change = (text: string) => {
  const at = 1 + Math.floor(random() * (text.length - 1));
  return text.slice(0, at) + pick([..."aeiounrstl"]) + text.slice(at + 1);
};
export const typo = (text: string) => (text.length < 4 ? text : pick([swap, drop, change])(text));
/** The same number as somebody else would write it. */
export function rewritten(phone: string): string {
  return pick([
    (p: string) => p.replace(/ /g, ""),
    (p: string) => p.replace(/^\+(\d+) /, "00$1 "),
    (p: string) => p.replace(/^\+(\d+) (?=\d)/, "+$1 (0) "),
    (p: string) => p.replace(/^\+\d+ /, "0"),
    (p: string) => p.replace(/ /g, "-"),
  ])(phone);
}
export const plain = (text: string) =>
  text
    .replace(/ä/g, "ae")
    .replace(/ö/g, "oe")
    .replace(/ü/g, "ue")
    .replace(/ß/g, "ss")
    .normalize("NFD")
    .replace(/[\u0300-\u036f]/g, "")
    .replace(/ł/g, "l");
export const legal = ({ culture, company }: Made) =>
  chance(0.5) ? `${company} ${pick(culture.legal)}` : company.toUpperCase();

export type Kind = (culture: Culture) => [Person, Person] | null;
export const both = (
  made: Made,
  a: "work" | "home",
  b: "work" | "home",
  of: (one: Person) => Partial<Person> = () => ({}),
): [Person, Person] => {
  const one = person(made, address(made, a));
  return [one, person(made, address(made, b), { phone: digits(made.culture.phone), ...of(one) })];
};
