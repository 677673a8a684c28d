/** How files in the languages that Kith reads write yes and no, in a column of nothing else. */
const YES = words(
  "1, true, t, yes, y, x, on, ja, j, oui, o, si, sí, sì, s, sim, tak, да, はい, 是, wahr, vrai, verdadero, vero, verdadeiro, waar, prawda, kyllä, igen, ano, ✓, ✔, ✅, ☑",
);
const NO = words(
  "0, false, f, no, n, off, nein, non, não, nao, nee, nie, нет, いいえ, 否, falsch, faux, falso, onwaar, fałsz, nej, nei, ei, nem, ne, ✗, ✘, ❌, ✖, ☐",
);

function words(list: string): ReadonlySet<string> {
  return new Set(list.split(", "));
}

/** Yes or no, or undefined for anything else. */
export function readYesNo(text: string): boolean | undefined {
  if (text.length > 20) return undefined;
  const word = text.replace(/\ufe0f/g, "").toLowerCase();
  if (YES.has(word)) return true;
  return NO.has(word) ? false : undefined;
}
