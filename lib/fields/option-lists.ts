import { FIELD_OPTIONS } from "./fields";

/** Options listed in one text, each spelling once; `optionsFault` says whether a field may have them. */
export function splitOptions(text: string): string[] {
  const named = text.split(/[;\n]/).map((one) => one.trim().normalize("NFC"));
  return [...new Set(named.filter(Boolean))];
}

type OptionsFault =
  | { kind: "long"; value: string }
  | { kind: "most"; count: number }
  | { kind: "same"; first: string; second: string };

/** Why a field cannot have these options: one is too long, they are too many, or two of them differ only by case. */
export function optionsFault(options: readonly string[]): OptionsFault | null {
  const long = options.find((one) => [...one].length > FIELD_OPTIONS.length);
  if (long !== undefined) return { kind: "long", value: long };
  if (options.length > FIELD_OPTIONS.max) return { kind: "most", count: options.length };
  const seen = new Map<string, string>();
  for (const second of options) {
    const first = seen.get(inAnyCase(second));
    if (first !== undefined) return { kind: "same", first, second };
    seen.set(inAnyCase(second), second);
  }
  return null;
}

/** Options each once in any case, in its first spelling, and as many as a field may have. */
export function distinctOptions(options: readonly string[]): string[] {
  const seen = new Map<string, string>();
  for (const one of options) if (!seen.has(inAnyCase(one))) seen.set(inAnyCase(one), one);
  return [...seen.values()].slice(0, FIELD_OPTIONS.max);
}

const inAnyCase = (option: string) => option.toLocaleLowerCase("und");
