import type { Call } from "./call";
import { curl } from "./curl";
import { client, javascript } from "./javascript";
import { python } from "./python";

export type { Call };

interface Maker {
  name: string;
  make: (call: Call) => string;
  /** Whether it supports forms. Without them a file is sent as the body. */
  hasForms: boolean;
}

/** The languages of the calls, by the name that is remembered. */
const MAKERS = {
  curl: { name: "curl", make: curl, hasForms: true },
  javascript: { name: "JavaScript", make: javascript, hasForms: true },
  client: { name: "kith-client", make: client, hasForms: false },
  python: { name: "Python", make: python, hasForms: false },
} as const satisfies Record<string, Maker>;

export type Notation = keyof typeof MAKERS;
export const NOTATIONS = Object.keys(MAKERS) as Notation[];
export const nameOf = (notation: Notation): string => MAKERS[notation].name;

export function isNotation(word: string | undefined): word is Notation {
  return NOTATIONS.some((notation) => notation === word);
}

/** The calls as they can be copied. */
export function snippetsOf(calls: Call[], notation: Notation): string[] {
  const { make, hasForms } = MAKERS[notation];
  return calls.filter(({ body }) => hasForms || !(body && "field" in body)).map(make);
}
