/** Pairs of letters that look alike, by the script of the second one: what somebody typed, and what it is read as. */
const LIKE: Record<Script, string> = {
  Latin:
    "аa еe ёe оo рp сc уy хx іi їi јj ѕs һh ԁd ԛq ԝw ӏl кk АA ВB ЕE ЁE КK МM НH ОO РP СC ТT УY ХX ІI ЇI ЈJ ЅS αa οo ρp νv υu ιi ίi κk χx όo άa ΑA ΒB ΕE ΖZ ΗH ΙI ΚK ΜM ΝN ΟO ΡP ΤT ΥY ΧX օo ոn սu հh ցg զq",
  Cyrillic:
    "aа cс eе oо pр xх yу iі jј sѕ kк AА BВ CС EЕ HН IІ JЈ KК MМ OО PР SЅ TТ XХ YУ οо ρр αа ΑА ΒВ ΕЕ ΗН ΙІ ΚК ΜМ ΟО ΡР ΤТ ΧХ κк χх 3з",
  Greek:
    "aα oο pρ vν uυ iι kκ xχ AΑ BΒ EΕ ZΖ HΗ IΙ KΚ MΜ NΝ OΟ PΡ TΤ YΥ XΧ оο аα рρ кκ хχ АΑ ВΒ ЕΕ КΚ МΜ НΗ ОΟ РΡ ТΤ ХΧ",
};
/** The same for letters that look alike only in italics, or in small capitals. */
const SIMILAR: Record<Script, string> = {
  Latin: "мm тt пn гr иu вb нh ьb τt ηn γy εe ωw",
  Cyrillic: "mм tт nп rг uи bь hн dд 0о 6б τт εе",
  Greek: "tτ nη yγ eε wω",
};
type Script = "Latin" | "Cyrillic" | "Greek";
const SCRIPTS: readonly Script[] = ["Latin", "Cyrillic", "Greek"];
const LETTER: Record<Script, RegExp> = {
  Latin: /[a-zA-Z]/g,
  Cyrillic: /[\u0400-\u052f]/g,
  Greek: /[\u0370-\u03ff]/g,
};
const tableOf = (pairs: string) =>
  new Map(pairs.split(" ").map((pair) => [pair.slice(0, 1), pair.slice(1)] as const));
const TABLES = SCRIPTS.map((script) => ({
  script,
  like: tableOf(LIKE[script]),
  similar: tableOf(`${LIKE[script]} ${SIMILAR[script]}`),
}));

/** Letters of other scripts beside Latin ones, or Greek beside Cyrillic; and figures among Cyrillic letters. */
const MAY_BE_MIXED = /(?=.*[a-zA-Z036]).*[\u0370-\u058f]|(?=.*[\u0370-\u03ff]).*[\u0400-\u052f]/s;
const WORD = /[\p{L}\p{M}]{2,}(?:(?<=\p{Script=Cyrillic}{3})[03](?!\d))?|[036]\p{Script=Cyrillic}{3,}/gu;
/** The letter of "e-mail" alone. */
const E_OF_MAIL = /(?<!\p{L})[еΕεЕ](?=[- ]?mail)/gu;
/** Latin letters that look like others. */
const VARIANTS: Record<string, string> = {
  ɑ: "a",
  ɡ: "g",
  ᴀ: "a",
  ʙ: "b",
  ᴄ: "c",
  ᴅ: "d",
  ᴇ: "e",
  ɪ: "i",
  ᴏ: "o",
};

/** A text in which words of mixed scripts are of one: somebody typed some of their letters on another keyboard. */
export function unmixed(text: string): string {
  const plain = text.replace(/[ɑɡᴀʙᴄᴅᴇɪᴏ]/g, (letter) => VARIANTS[letter] ?? letter);
  return MAY_BE_MIXED.test(plain) ? plain.replace(WORD, ofOneScript).replace(E_OF_MAIL, "e") : plain;
}

/** A word in the script of most of its letters if the others look like some of it, else in another one of them. */
function ofOneScript(word: string): string {
  const count = (script: Script) => word.match(LETTER[script])?.length ?? 0;
  const tables = TABLES.map((table) => ({ ...table, letters: count(table.script) }));
  const present = tables.filter(({ letters }) => letters > 0).sort((a, b) => b.letters - a.letters);
  if (present[0]?.letters === word.length) return word;
  for (const how of ["like", "similar"] as const)
    for (const { script, [how]: table } of present) {
      const read = [...word].map((letter) => table.get(letter) ?? letter).join("");
      if (read.match(LETTER[script])?.length === read.length) return read;
    }
  return word;
}

/** A text copied from a web page, without its tags, and with its entities decoded. */
function withoutMarkup(text: string): string {
  if (!text.includes("&#") && !text.includes("<")) return text;
  return text
    .replace(/<\/?[a-z]{1,6}\d?\s*\/?>/gi, " ")
    .replace(/&#(?:x([\da-f]{1,5})|(\d{1,6}));/gi, (code, hex?: string, decimal?: string) => {
      const point = hex === undefined ? Number(decimal) : Number.parseInt(hex, 16);
      return point <= 0x10ffff ? String.fromCodePoint(point) : code;
    });
}

/** A text as words: without case and accents, `camelCase` and punctuation as spaces. */
export function wordsOf(text: string): string {
  const isPlain = !/[^\0-\x7f]/.test(text) && !text.includes("<") && !text.includes("&#");
  return isPlain ? asciiWords(text) : foreignWords(text);
}

/** The same result for most texts, in a tenth of the time. */
function asciiWords(text: string): string {
  return text
    .replace(/([a-z])([A-Z])/g, "$1 $2")
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, " ")
    .trim();
}

/** Accents, and the points of Hebrew and Arabic, which most people leave out. */
const MARKS = /[\u0300-\u036f\u05b0-\u05bd\u05bf\u05c1\u05c2\u05c7\u064b-\u0652]/g;

/** Hyphens and marks of direction that are not shown, and may be within words. */
const UNSEEN = /[\u00ad\u200b\u200e\u200f\u202a-\u202e\u2060-\u2069\ufeff]/g;

function foreignWords(text: string): string {
  return unmixed(withoutMarkup(text).normalize("NFKC").replace(UNSEEN, ""))
    .replace(/(\p{Ll})(\p{Lu})/gu, "$1 $2")
    .toLowerCase()
    .normalize("NFD")
    .replace(MARKS, "")
    .normalize("NFC")
    .replaceAll("ß", "ss")
    .replaceAll("ł", "l")
    .replace(/[^\p{L}\p{N}\p{M}]+/gu, " ")
    .trim();
}

/** Letters and digits as `letterOf` gives them; 0 for those that were not asked for yet. */
const LETTERS = new Uint16Array(0x10000);
const BLANK = 0x20;
/** A letter that looks like a Latin one is the same, and so is another form of a letter at the end of a word. */
const AS_LATIN = new Map<string, string>([
  ["ς", "σ"],
  ...LIKE.Latin.split(" ").map((pair): [string, string] => [
    pair.slice(0, 1).toLowerCase(),
    pair.slice(1).toLowerCase(),
  ]),
]);

/** A letter without case and accents, Latin if it looks so, and a blank for what is none: for comparing at speed. */
export function letterOf(code: number): number {
  if (code > 0xffff) return BLANK;
  const known = LETTERS[code] ?? 0;
  if (known !== 0) return known;
  const [base = " "] = foreignWords(String.fromCodePoint(code));
  const letter = (AS_LATIN.get(base) ?? base).charCodeAt(0);
  LETTERS[code] = letter;
  return letter;
}
