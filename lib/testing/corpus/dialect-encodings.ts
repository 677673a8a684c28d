import type { Draw } from "./dialect-draw";
import { type DialectFile, KINDS, makeFile } from "./dialect-files";
import { encode, randomNumbers } from "./encoding-lists";

/** A way in which text is written: its encoding, whether a byte order mark is before it, and the languages of such files. */
type Writing = { encoding: string; isMarked?: boolean; languages: string };

const EVERY = "de fr es pl cs hu ru el tr he ar th ja zh ko";
export const WRITINGS: Record<string, Writing> = {
  "windows-1252": { encoding: "windows-1252", languages: "de fr es it pt nl sv" },
  "windows-1250": { encoding: "windows-1250", languages: "pl cs hu" },
  "windows-1251": { encoding: "windows-1251", languages: "ru" },
  "windows-1253": { encoding: "windows-1253", languages: "el" },
  "windows-1254": { encoding: "windows-1254", languages: "tr" },
  "UTF-16 LE": { encoding: "utf-16le", isMarked: true, languages: EVERY },
  "UTF-16 BE": { encoding: "utf-16be", isMarked: true, languages: EVERY },
  "UTF-16 LE without a mark": { encoding: "utf-16le", languages: EVERY },
  "UTF-16 BE without a mark": { encoding: "utf-16be", languages: EVERY },
  Shift_JIS: { encoding: "shift_jis", languages: "ja" },
  "EUC-KR": { encoding: "euc-kr", languages: "ko" },
  GB18030: { encoding: "gb18030", languages: "zh" },
};

/** Every kind in every encoding, or every `step`th: `each` files of them. A file of ASCII alone would say nothing. */
export function encodedFiles(each: number, step: number, seed: number): DialectFile[] {
  return Object.entries(WRITINGS).flatMap(([written, writing], page) =>
    Object.entries(KINDS).flatMap(([kind, pollute], number) => {
      if (kind === "byte order mark" || (number + page) % step !== 0) return [];
      const files: DialectFile[] = [];
      for (let turn = 0; turn < 20 * each && files.length < each; turn++) {
        const file = write(pollute, writing, randomNumbers(seed * 1e6 + page * 1e5 + number * 1e3 + turn));
        if (file) files.push({ ...file, kind, written });
      }
      return files;
    }),
  );
}

function write(pollute: (draw: Draw) => void, { encoding, isMarked, languages }: Writing, random: () => number) {
  const file = makeFile(pollute, random, { languages: languages.split(" "), halves: "a" });
  const bytes = encode((isMarked ? "\ufeff" : "") + file.text, encoding);
  return bytes?.some((byte) => byte > 127 || byte === 0) ? { ...file, encoding, bytes } : null;
}
