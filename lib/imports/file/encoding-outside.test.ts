import { describe, expect, it } from "vitest";
import { detectEncoding } from "./encoding";
import { decodeLegacy } from "./encoding-legacy";

/** Bytes of a text in a code page of one byte per character. */
function encode(text: string, encoding: string): Uint8Array {
  const bytes = new Map(
    Array.from({ length: 256 }, (_, byte) => [decodeLegacy(Uint8Array.of(byte), encoding), byte]),
  );
  return Uint8Array.from(text, (char) => {
    const byte = bytes.get(char);
    if (byte === undefined) throw new Error(`${char} is not in ${encoding}`);
    return byte;
  });
}

const et =
  "email;Eesnimi;Linn;Märkus\na@x.ee;Õnne;Jõhvi;50 €\nb@x.ee;Šarlott;Võru;tähtis\nc@x.ee;Ülle;Põlva;50 €\n";
const pt =
  "email;Nome;Cidade\na@x.pt;João;São Paulo\nb@x.pt;Conceição;Brasília\nc@x.pt;Simões;Évora\nd@x.pt;Antônio;Guarujá\n";
const fr =
  "email;NOM;RUE\na@x.ca;HÉLÈNE CÔTÉ;ALLÉE DES CHÊNES\nb@x.ca;BENOÎT LEFÈVRE;RUE DE L'ÉGLISE\nc@x.ca;ANAÏS;DÉJÀ CLIENT\nd@x.ca;FRANÇOIS;FORÊT\n";

const isl =
  "netfang;Fornafn;Borg;Afskráður\na@x.is;Guðrún;Ísafjörður;já\nb@x.is;Ásdís;Reykjavík;nei\nc@x.is;Þórður;Ísafjörður;nei\n";
const uk =
  "email;Ім'я;Прізвище;Примітки\na@x.ua;Ірина;Їжакевич;є питання\nb@x.ua;Єва;Ліщина;\nc@x.ua;Юрій;Кравчук;\n";

it.each([
  ["windows-1252", et],
  ["iso-8859-15", et],
  ["windows-1257", et],
  ["ibm860", pt],
  ["ibm863", fr],
  ["ibm861", isl],
  ["ibm1125", uk],
  ["ibm850", pt],
  ["ibm850", fr],
])("a list in %s is read as what it says", (encoding, text) => {
  const bytes = encode(text.replaceAll("€", encoding === "ibm850" ? "E" : "€"), encoding);
  expect(decodeLegacy(bytes, detectEncoding(bytes, true).encoding)).toBe(decodeLegacy(bytes, encoding));
});

const lt = "El. paštas,Vardas,Pavardė,Įmonė\na@x.lt,Šarūnas,Žukas,Šviesa\nb@x.lt,Jūratė,Būdvytis,Žvaigždė\n";
const lv = "E-pasts,Vārds,Uzvārds,Uzņēmums\na@x.lv,Jānis,Bērziņš,Čiekurs\nb@x.lv,Līga,Kalniņa,Šķēde\n";
const is = "Netfang,Nafn,Bær\na@x.is,Þórdís Ægisdóttir,Ísafjörður\nb@x.is,Guðrún Þorláksdóttir,Akranes\n";
const se = "E-poasta,Namma,Báiki\na@x.no,Máhtte Čáhppe,Kárášjohka\nb@x.no,Áilu Šuoŋŋá,Ohcejohka\n";

it.each([
  ["iso-8859-4", lt],
  ["iso-8859-4", lv],
  ["iso-8859-4", et.replaceAll("€", "E")],
  ["iso-8859-10", lt],
  ["iso-8859-10", lv],
  ["iso-8859-10", is],
  ["iso-8859-10", se],
  ["iso-8859-13", lt],
  ["iso-8859-13", lv],
  ["windows-1257", lt],
  ["windows-1257", lv],
])("a list of the north in %s is read as what it says, or a guess that offers it", (encoding, text) => {
  const bytes = encode(text, encoding);
  const found = detectEncoding(bytes, true);
  const readings = found.certainty === "guess" ? (found.readings ?? []) : [found.encoding];
  expect(readings.map((reading) => decodeLegacy(bytes, reading))).toContain(text);
});

describe("rows without blanks or commas, most of them plain ASCII", () => {
  const names = ["Größing", "Gößl", "Vößing", "Tränkle", "Weiß", "Ötting", "Björn", "Möbius", "Käthe"];
  it.each(["|", "^", "~", ":", "#", "\x1f"])(
    "are read by their letters, not by the rest: %j",
    (delimiter) => {
      const rows = names.map((name, row) =>
        [
          `https://x${row}.example/a?b=1&c=2`,
          `'${name}'`,
          "'Lutz'",
          "'0'",
          `'z-x230q${row}@kith-probe.test'`,
        ].join(delimiter),
      );
      const text = `${["Contact", "", "", "", "", ""].join(delimiter)}\n${rows.join("\n")}\n`;
      const found = detectEncoding(encode(text, "windows-1252"), true);
      expect(found.encoding).toBe("windows-1252");
    },
  );
});

it("reads the euro sign in Korean files", () => {
  expect(decodeLegacy(Buffer.from("a2e62037a2e7", "hex"), "euc-kr")).toBe("€ 7®");
});

it("is no more than a guess where some cells cannot be read to the end", () => {
  const names = "814093a1 8e8196d8 937492958c4e 8d828bb4 93638c86 93f1 88c9 8f688e71 97e996d8 8fac97d1".split(
    " ",
  );
  const list = (broken: string) =>
    Buffer.concat(names.map((hex, row) => Buffer.from(`${hex}${row % 2 ? broken : ""}0a`, "hex")));
  expect(detectEncoding(list(""), true)).toMatchObject({ encoding: "shift_jis", certainty: "likely" });
  expect(detectEncoding(list("81"), true).certainty).toBe("guess");
});

it.each(["windows-1252", "windows-1257", "windows-1250", "iso-8859-15"])(
  "a byte that %s has no character for is not decoded to an invisible one",
  (encoding) => {
    const all = decodeLegacy(
      Uint8Array.from({ length: 128 }, (_, n) => n + 128),
      encoding,
    );
    expect(all).not.toMatch(/[\u0080-\u009f]/);
  },
);

it.each([
  [
    "KZ-1048",
    "wPL7O8/u+PLgCsDp47/rIM2i8Ovg7Z375/s7cDBAZXhhbXBsZS5jb20Ko+vo9eDtII3g8fvs7uI7cDFAZXhhbXBsZS5jb20KxfDr" +
      "4O0gpfLl4+Xt7uI7cDJAZXhhbXBsZS5jb20Kw7/r7bzwIMai7ODh4OXi4DtwM0BleGFtcGxlLmNvbQrNovDxouvy4O0go+Gz+OXi" +
      "O3A0QGV4YW1wbGUuY29tCtG88+vlII3u5uD17OXy7uLgO3A1QGV4YW1wbGUuY29tCsHgnfvy5uDtIKHr+53h5eo7cDZAZXhhbXBs" +
      "ZS5jb20Kxrzts+Hl6iCq4Ov77O7iO3A3QGV4YW1wbGUuY29tCg==",
  ],
  [
    "PTCP154",
    "wPL7O8/u+PLgCsDp44nrIM2x8Ovg7Z375/s7cDBAZXhhbXBsZS5jb20Kquvo9eDtII3g8fvs7uI7cDFAZXhhbXBsZS5jb20KxfDr" +
      "4O0gpPLl4+Xt7uI7cDJAZXhhbXBsZS5jb20Kw4nr7brwIMax7ODh4OXi4DtwM0BleGFtcGxlLmNvbQrNsfDxsevy4O0gquGz+OXi" +
      "O3A0QGV4YW1wbGUuY29tCtG68+vlII3u5uD17OXy7uLgO3A1QGV4YW1wbGUuY29tCsHgnfvy5uDtIKbr+53h5eo7cDZAZXhhbXBs" +
      "ZS5jb20Kxrrts+Hl6iCB4Ov77O7iO3A3QGV4YW1wbGUuY29tCg==",
  ],
])("Kazakh in a page that we do not read, %s, is no more than a guess", (_, list) => {
  expect(detectEncoding(Buffer.from(list, "base64"), true).certainty).toBe("guess");
});
