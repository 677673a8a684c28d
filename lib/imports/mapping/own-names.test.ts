import { expect, it, vi } from "vitest";
import { findMeaning } from "./synonyms";

vi.mock("@/lib/contacts/fields", async (actual) => {
  const fields = await actual<typeof import("@/lib/contacts/fields")>();
  return { ...fields, TEXT_FIELDS: [...fields.TEXT_FIELDS, "job_title"] };
});

it.each(["job_title", "Job title", "JobTitle"])(
  "knows a field by its own name, without a list of others: %s",
  (header) => {
    expect(findMeaning(header)).toEqual({ meaning: "job_title", rank: 1 });
  },
);
