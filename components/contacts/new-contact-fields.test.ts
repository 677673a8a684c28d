import { expect, test } from "vitest";
import { readNumber } from "@/lib/fields/fields";
import { readForm } from "./new-contact-fields";

const field = (key: string, type: "text" | "number" | "boolean" | "date") => ({
  key,
  name: key,
  type,
  options: [],
});
const FIELDS = [
  field("plan", "text"),
  field("score", "number"),
  field("vip", "boolean"),
  field("since", "date"),
];

const read = (said: Record<string, string>) => {
  const data = new FormData();
  for (const [name, text] of Object.entries(said)) data.set(name, text);
  return readForm(data, FIELDS, (text) => readNumber(text, "comma"));
};

test("a new contact has the custom fields that were filled in, by their types", () => {
  const { input, missing, unread } = read({
    email: " ada@example.com ",
    first_name: "Ada",
    "custom_fields.plan": "pro",
    "custom_fields.score": "1,5",
    "custom_fields.vip": "false",
    "custom_fields.since": "",
  });
  expect(input).toMatchObject({
    email: "ada@example.com",
    first_name: "Ada",
    last_name: null,
    custom_fields: { plan: "pro", score: 1.5, vip: false },
  });
  expect([...missing, ...unread]).toEqual([]);
});

test("what is missing, and what is no number, is named", () => {
  const { missing, unread } = read({ email: "ada@example.com", "custom_fields.score": "many" });
  expect(missing).toEqual(["first_name"]);
  expect(unread).toEqual(["custom_fields.score"]);
  expect(read({ email: "ada@example.com", first_name: "Ada" }).input).not.toHaveProperty("custom_fields");
});
