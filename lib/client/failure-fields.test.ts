import { expect, it, vi } from "vitest";
import { TEXT_FIELDS } from "@/lib/contacts/fields";
import { sayFailure } from "./failure-words";
import type { Translate } from "./messages/catalogue";

vi.mock("@/lib/contacts/fields", async (original) => {
  const table = await original<typeof import("@/lib/contacts/fields")>();
  return { ...table, TEXT_FIELDS: [...table.TEXT_FIELDS, "planted"] };
});

const t: Translate = (key, values) => [key, ...Object.values(values ?? {})].join(" ");

it("a refusal names every text field of the table, a planted one too", () => {
  const refusals = TEXT_FIELDS.map((name) =>
    sayFailure(t, "VALIDATION_ERROR", "", [{ path: [name], code: "custom", message: "wrong" }]),
  );
  expect(TEXT_FIELDS).toContain("planted");
  expect(refusals.map((said) => said.split(" ")[1])).toEqual(
    TEXT_FIELDS.map((name) => `contacts.field.${name}`),
  );
});
