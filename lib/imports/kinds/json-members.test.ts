import { expect, it } from "vitest";
import { contactsOf, importText, uploadText } from "@/lib/testing/imports";
import { newWorkspace } from "@/lib/testing/workspace";

const ADA = '"email":"ada@example.com"';

it.each([
  [
    "two values",
    '"phone":"1","phone":"2","phone":"1","phone":"3"',
    { phone: "1", "phone (2)": "2", "phone (3)": "3" },
  ],
  ["one value twice", '"phone":"1","phone":"1"', { phone: "1" }],
  ["null beside a value", '"phone":null,"phone":"2","phone":null', { phone: "2" }],
  ["a name that is taken", '"a (2)":"x","a":"1","a":"2"', { "a (2)": "x", a: "1", "a (3)": "2" }],
])("loses no member whose name is there before: %s", async (_, members, columns) => {
  const { preview } = (await uploadText(await newWorkspace(), `{${ADA},${members}}\n`)).body;
  expect(preview.headers).toEqual(["email", ...Object.keys(columns)]);
  expect(preview.rows).toEqual([["ada@example.com", ...Object.values(columns)]]);
});

it("keeps both members of a nested person beside one of the same name", async () => {
  const file = '{"person":{"email":"ada@example.com","city":"Bath"},"person.city":"Rome"}\n';
  const { preview } = (await uploadText(await newWorkspace(), file)).body;
  expect(preview.headers).toEqual(["person.email", "person.city", "person.city (2)"]);
});

it("takes tags that are numbers, and passes over those that are null", async () => {
  const acme = await newWorkspace();
  const lines = [`{${ADA},"tags":["vip","old"]}`, '{"email":"bob@example.com","tags":["a;b",2024,null]}'];
  await importText(acme, lines.join("\n"));
  expect((await contactsOf(acme)).get("bob@example.com")?.tags).toMatchObject([
    { name: "2024" },
    { name: "a;b" },
  ]);
});
