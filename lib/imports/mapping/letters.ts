/** Cyrillic letters that look like Latin ones. */
const LOOKALIKES: Record<string, string> = {
  а: "a",
  е: "e",
  о: "o",
  р: "p",
  с: "c",
  у: "y",
  х: "x",
  і: "i",
  ј: "j",
  ѕ: "s",
};
const MIXED = /[a-z]+[а-яіјѕ][a-zа-яіјѕ]*|[а-яіјѕ]+[a-z][a-zа-яіјѕ]*/giu;

/** A text whose words of mixed scripts are Latin: somebody took letters from the wrong keyboard. */
export function unmixed(text: string): string {
  return text.replace(MIXED, (word) => {
    const latin = word.toLowerCase().replace(/[а-яіјѕ]/gu, (letter) => LOOKALIKES[letter] ?? letter);
    return /^[a-z]+$/.test(latin) ? latin : word;
  });
}

/** A text that was taken from a web page, without its tags, and with the letters that its codes stand for. */
export function withoutMarkup(text: string): string {
  if (!text.includes("&#") && !text.includes("<")) return text;
  return text
    .replace(/<\/?[a-z]{1,6}\d?\s*\/?>/gi, " ")
    .replace(/&#(?:x([\da-f]{1,5})|(\d{1,6}));/gi, (code, hex?: string, decimal?: string) => {
      const point = hex === undefined ? Number(decimal) : Number.parseInt(hex, 16);
      return point <= 0x10ffff ? String.fromCodePoint(point) : code;
    });
}
