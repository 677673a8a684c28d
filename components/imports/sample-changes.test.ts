import { expect, it } from "vitest";
import { changesOf, fieldTypes } from "./sample-changes";

it("tells a no, whether it is new or was a yes, and what is taken away", () => {
  const isNew = { before: null, after: { first_name: "Ada", tags: [], custom_fields: { vip: false } } };
  expect(changesOf(isNew)).toEqual([
    { field: "first_name", old: undefined, now: "Ada" },
    { field: "custom_fields.vip", old: undefined, now: false },
  ]);
  const before = { first_name: "Ada", custom_fields: { vip: true, score: 3, note: "x" } };
  const after = { first_name: "Ada", custom_fields: { vip: false, score: 3 } };
  expect(changesOf({ before, after })).toEqual([
    { field: "custom_fields.vip", old: true, now: false },
    { field: "custom_fields.note", old: "x", now: undefined },
  ]);
});

it("says who opted out, and nothing of everybody else", () => {
  const before = { email: "ada@example.com", is_unsubscribed: false };
  expect(changesOf({ before, after: { ...before, is_unsubscribed: true } })).toEqual([
    { field: "is_unsubscribed", old: undefined, now: true },
  ]);
  expect(changesOf({ before: null, after: before })).toEqual([]);
});

it("knows the types of the fields that the columns fill", () => {
  const columnTypes = { Umsatz: { type: "number" as const }, Ort: { type: "text" as const } };
  const columnMapping = { Umsatz: "custom_fields.Umsatz", Ort: "company" };
  expect([...fieldTypes({ columnMapping, columnTypes })]).toEqual([["custom_fields.Umsatz", "number"]]);
});
