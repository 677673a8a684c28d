import { asHeld, type ContactList } from "./encoding-lists";
import { decodeLegacy } from "@/lib/imports/file/encoding-legacy";

/** What a guesser made of lists: right when the text is the one that was written, and the file is not refused. */
export type Tally = { lists: number; right: number; wrongAndSaid: number; guesses: number; refused: number };
export type Guesser = (bytes: Buffer) => { encoding: string; certainty: string; isRefused: boolean };
const NOTHING: Tally = { lists: 0, right: 0, wrongAndSaid: 0, guesses: 0, refused: 0 };

export function tally(lists: readonly ContactList[], guess: Guesser): Map<string, Tally> {
  const table = new Map<string, Tally>();
  for (const list of lists) {
    const found = guess(list.bytes);
    const right = !found.isRefused && sameLetters(readAs(list.bytes, found.encoding)) === sameLetters(asHeld(list.text, list.page));
    const key = `${list.language} ${list.page}`;
    const sum = table.get(key) ?? NOTHING;
    const isGuess = !found.isRefused && found.certainty === "guess";
    table.set(key, {
      lists: sum.lists + 1,
      right: sum.right + (right ? 1 : 0),
      wrongAndSaid: sum.wrongAndSaid + (!right && isGuess ? 1 : 0),
      guesses: sum.guesses + (isGuess ? 1 : 0),
      refused: sum.refused + (found.isRefused ? 1 : 0),
    });
  }
  return table;
}

/** ş and ș, ţ and ț are two names of the same bytes and letters: which one the writer's program meant, no byte says. */
const sameLetters = (text: string) => text.replace(/[șȘțȚ]/g, (char) => "şŞţŢ"["șȘțȚ".indexOf(char)] ?? char);

export function readAs(bytes: Buffer, encoding: string): string {
  return encoding === "utf-8" ? bytes.toString() : decodeLegacy(bytes, encoding);
}

export function total(table: Map<string, Tally>): Tally {
  return [...table.values()].reduce(
    (sum, one) => ({
      lists: sum.lists + one.lists,
      right: sum.right + one.right,
      wrongAndSaid: sum.wrongAndSaid + one.wrongAndSaid,
      guesses: sum.guesses + one.guesses,
      refused: sum.refused + one.refused,
    }),
    NOTHING,
  );
}
