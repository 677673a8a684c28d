import { expect, it } from "vitest";
import { converted } from "@/lib/testing/converted";

const CARD = "BEGIN:VCARD\r\nVERSION:3.0\r\nN:山田;太郎 😀\r\nEMAIL:a@example.com\r\nEND:VCARD\r\n";
const TABLE = "email,first_name,last_name,phone,company\n";

it.each(["\r\n ", "\n\t"])("reads a card that is folded at any byte of a name: %j", async (fold) => {
  const bytes = Buffer.from(CARD);
  const [from, to] = [bytes.indexOf("N:山") + 2, bytes.indexOf("\r\nEMAIL")];
  for (let at = from; at <= to; at++) {
    const folded = Buffer.concat([bytes.subarray(0, at), Buffer.from(fold), bytes.subarray(at)]);
    for (const size of [1, 9, 1000])
      expect([at, await converted(folded, size)]).toEqual([at, `${TABLE}a@example.com,太郎 😀,山田\n`]);
  }
});

it.each([
  ["latin1", "N:Zoé;Ré\r\n ¿x"],
  ["utf16le", "N:Zoé;Ré\r\n ¿x"],
] as const)("leaves a fold between characters as it is: %s", async (encoding, name) => {
  const mark = encoding === "utf16le" ? "\ufeff" : "";
  const card = `${mark}BEGIN:VCARD\r\nVERSION:2.1\r\n${name}\r\nEMAIL:a@example.com\r\nEND:VCARD\r\n`;
  expect(await converted(Buffer.from(card, encoding), 9)).toBe(`${TABLE}a@example.com,Ré¿x,Zoé\n`);
});
