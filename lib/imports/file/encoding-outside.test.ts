import { expect, it } from "vitest";
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

it.each([
  ["windows-1252", et],
  ["iso-8859-15", et],
  ["windows-1257", et],
  ["ibm860", pt],
  ["ibm863", fr],
  ["ibm850", pt],
  ["ibm850", fr],
])("a list in %s is read as what it says", (encoding, text) => {
  const bytes = encode(text.replaceAll("€", encoding === "ibm850" ? "E" : "€"), encoding);
  expect(decodeLegacy(bytes, detectEncoding(bytes, true).encoding)).toBe(decodeLegacy(bytes, encoding));
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
