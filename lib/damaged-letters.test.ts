import { expect, it } from "vitest";
import { piecesOf } from "./damaged-letters";

/** With the damaged part in angle brackets. */
const marked = (text: string) =>
  piecesOf(text)
    .map(({ piece, isDamaged }) => (isDamaged ? `<${piece}>` : piece))
    .join("");

it("finds the letters that a wrong encoding has broken, and no others", () => {
  expect(marked("MÃ¼ller;M\ufffd\ufffdller;Müller")).toBe("M<Ã¼>ller;M<\ufffd\ufffd>ller;Müller");
  expect(marked("\u0080x\u0080")).toBe("<\u0080>x<\u0080>");
  for (const fine of ["", "São Ângelo", "ÂNGELO", "Łucja 😀 李", "a\tb"]) expect(marked(fine)).toBe(fine);
});
