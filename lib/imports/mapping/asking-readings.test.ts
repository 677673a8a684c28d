import { expect, it } from "vitest";
import { encode } from "@/lib/testing/corpus/encoding-lists";
import { uploadText } from "@/lib/testing/imports";
import { newWorkspace } from "@/lib/testing/workspace";

/** Lists whose page is a wrong guess, which damages the header. */
const upload = async (page: string, text: string) => {
  const bytes = encode(text, page);
  if (!bytes) throw new Error(`${page} cannot write ${text}`);
  const { body } = await uploadText(await newWorkspace(), bytes);
  expect(body.certainty.encoding).toBe("guess");
  return body;
};

it.each([
  ["ibm850", "Opposé à la prospection", "2024-03-01"],
  ["ibm852", "Odhlášeno", "12.03.2024"],
  ["ibm852", "Nezasílat", "2024-03-01"],
])("a header of consent that a wrong guess damages is asked about: %s, %s", async (page, header, cell) => {
  const body = await upload(
    page,
    `email,name,${header}\na@x.org,Ann,${cell}\nb@x.org,Bo,\nc@x.org,Cy,${cell}\n`,
  );
  expect(body.preview.headers[2]).not.toBe(header);
  expect(body.suggestions[2]).toMatchObject({ question: "consent" });
  expect(body.suggestions[2].reason).toMatch(/In another encoding it is called/);
  expect(body.draft.questions).toEqual([body.preview.headers[2]]);
});

it("what no reading calls consent is not asked about", async () => {
  const body = await upload("ibm850", "email,name,Numéro à la porte\na@x.org,Ann,3\nb@x.org,Bo,4\n");
  expect(body.draft.questions).toEqual([]);
});
