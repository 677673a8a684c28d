import { expect, it } from "vitest";
import { contactsOf, importText, uploadText } from "@/lib/testing/imports";
import { newWorkspace } from "@/lib/testing/workspace";

const card = (...lines: string[]) =>
  ["BEGIN:VCARD", "VERSION:3.0", "EMAIL:ada@example.com", ...lines, "END:VCARD", ""].join("\r\n");

async function contactOf(...lines: string[]) {
  const acme = await newWorkspace();
  await importText(acme, card("N:Lovelace;Ada", ...lines));
  return (await contactsOf(acme)).get("ada@example.com");
}

it.each([
  [
    ["ADR:;;1 High St;Bath", "ADR;TYPE=pref:;;2 Low St;Rome"],
    { address: "2 Low St, Rome", other_addresses: "1 High St, Bath" },
  ],
  [
    ["URL:https://a.example", "URL:https://b.example"],
    { website: "https://a.example", other_websites: "https://b.example" },
  ],
  [["TITLE:Countess", "TITLE:Analyst", "TITLE:Countess"], { title: "Countess", other_titles: "Analyst" }],
  [["NICKNAME:Addie", "NICKNAME:Al"], { nickname: "Addie", other_nicknames: "Al" }],
  [["ORG:Acme;Maths", "ORG:Engines;Notes"], { department: "Maths", other_companies: "Engines, Notes" }],
  [["IMPP:xmpp:ada@chat.example", "LANG:en"], { im: "xmpp:ada@chat.example", language: "en" }],
  [["LABEL:1 High St\\nBath"], { address: "1 High St\nBath" }],
  [["ADR:;;1 High St;Bath", "LABEL:1 High St\\nBath"], { address: "1 High St, Bath" }],
])("keeps each of several values: %j", async (lines, fields) => {
  expect((await contactOf(...lines))?.custom_fields).toEqual(fields);
});

it("keeps what stands before and behind a name", async () => {
  const acme = await newWorkspace();
  await importText(acme, card("N:Lovelace;Ada;King;Dr.;PhD", "FN:Dr. Ada King Lovelace PhD"));
  expect((await contactsOf(acme)).get("ada@example.com")).toMatchObject({
    first_name: "Ada King",
    last_name: "Lovelace",
    custom_fields: { name_prefix: "Dr.", name_suffix: "PhD" },
  });
});

it.each([
  ["FN:Dr. Ada King, Countess of Lovelace", { shown_as: "Dr. Ada King, Countess of Lovelace" }],
  ["FN:Ada LOVELACE", null],
  ["FN:Lovelace, Ada", null],
  ["FN:ada@example.com", null],
])("keeps a whole name that says more than its parts: %s", async (line, fields) => {
  const contact = await contactOf(line);
  expect(contact).toMatchObject({ first_name: "Ada", last_name: "Lovelace" });
  expect(contact?.custom_fields).toEqual(fields);
});

it("takes a telephone before a fax, unless that is preferred", async () => {
  const [fax, cell] = ["TEL;TYPE=work,fax:+44 1", "TEL;TYPE=cell:+44 2"];
  expect(await contactOf(fax, cell)).toMatchObject({
    phone: "+44 2",
    custom_fields: { other_phones: "+44 1" },
  });
  expect(await contactOf("TEL;FAX;PREF:+44 1", cell)).toMatchObject({ phone: "+44 1" });
});

it("reads a text that is packed as pictures are", async () => {
  const notes = Buffer.from("Grüße aus Köln").toString("base64");
  expect(await contactOf(`NOTE;ENCODING=BASE64:${notes.slice(0, 8)}`, ` ${notes.slice(8)}`)).toMatchObject({
    notes: "Grüße aus Köln",
  });
});

it("says which properties it does not read", async () => {
  const picture = ["PHOTO;ENCODING=b:AAAA", " BBBB"];
  const others = [
    "item1.X-ABLabel:work",
    "X-SKYPE:ada",
    "UID:1",
    "PRODID:x",
    "REV:20200101",
    "KEY:",
    "X-SKYPE:al",
  ];
  const acme = await newWorkspace();
  const { body } = await uploadText(acme, card("N:Lovelace;Ada", ...picture, ...others), "a.vcf");
  expect(body.source.left_out).toEqual(["PHOTO", "X-ABLABEL", "X-SKYPE", "UID"]);
  expect(body.warnings).toEqual([{ code: "left_out", example: "PHOTO, X-ABLABEL, X-SKYPE, UID" }]);
  expect((await uploadText(acme, card("N:Li;Ada"), "b.vcf")).body.warnings).toEqual([]);
});
