import { expect, it } from "vitest";
import type { KnownField } from "@/lib/client/fields";
import { type Draft, newDraft, readDrafts } from "./condition-drafts";

const of = (key: string) => ({ key, name: key, type: "text", options: [] }) as unknown as KnownField;
const read = (...drafts: Draft[]) => readDrafts(drafts, of, Number);

it("names the conditions that lack a field or a value, instead of dropping them", () => {
  const whole: Draft = { ...newDraft(1), key: "plan", value: "Team" };
  expect(read(whole)).toEqual({ conditions: { plan: "Team" }, unfinished: [] });
  expect(read(whole, { ...newDraft(2), key: "city", value: " " }, newDraft(3)).unfinished).toEqual([2, 3]);
  expect(read({ ...newDraft(4), key: "city", operator: "any_of" }).unfinished).toEqual([4]);
  expect(read({ ...newDraft(5), key: "city", operator: "empty" }).unfinished).toEqual([]);
});
