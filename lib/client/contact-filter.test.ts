import { expect, it } from "vitest";
import { addressOf, canBeShown, isUnreadable, readAddress } from "./contact-filter";

const A = "0190a6f2-8c1e-7d40-9b1e-3f2c5a7d9e10";
const B = "0190a6f2-8c1e-7d40-9b1e-3f2c5a7d9e11";
const ADDRESS = `/contacts?q=ada&tags=${A},${B}&match=all&tagged=no&status=unsubscribed&company=Acme&fields={"City":"Rome"}&added_from=2026-01-02&segment=${A}&sort=email`;

it("knows a filter that was cut off", () => {
  expect(isUnreadable(new URLSearchParams(ADDRESS.split("?")[1]))).toBe(false);
  for (const cut of [
    'fields={"City":"Ro',
    "fields={",
    "status=unsub",
    "added_from=2026-",
    "tagged=n",
    "match=al",
    `tags=${A},0190`,
    "import=zzz",
    "segment=0190a6f2",
  ])
    expect(isUnreadable(new URLSearchParams(`q=ada&${cut}`)), cut).toBe(true);
});

it("knows conditions that are none, one of several too, and too many", () => {
  const fields = (value: unknown) => new URLSearchParams({ fields: JSON.stringify(value) });
  for (const wrong of [7, null, [7], { City: { near: "Rome" } }, { City: "Rome", Plan: {} }])
    expect(isUnreadable(fields(wrong)), JSON.stringify(wrong)).toBe(true);
  expect(isUnreadable(fields(Object.fromEntries(Array.from({ length: 60 }, (_, n) => [n, "x"]))))).toBe(true);
  expect(isUnreadable(fields({ City: { contains: "o" }, Plan: { is_set: false } }))).toBe(false);
});

it("reads back what it writes", () => {
  const filter = { search: "ada", custom_fields: { City: "Rome" }, has_tags: false };
  expect(readAddress(addressOf(filter, "email").split("?")[1] ?? "")).toEqual({ filter, sort: "email" });
});

it("knows what an address cannot say: moments within a day, and that there are tags", () => {
  const midnight = new Date(2026, 0, 2).toISOString();
  const days = { created_since: midnight, created_before: midnight, updated_since: midnight };
  for (const filter of [
    {},
    { search: "ada", has_tags: false },
    days,
    { ...days, unsubscribed_since: midnight },
  ])
    expect(canBeShown(filter), JSON.stringify(filter)).toBe(true);
  const noon = new Date(2026, 0, 2, 12, 0, 0, 1).toISOString();
  for (const name of [
    "created_since",
    "created_before",
    "updated_since",
    "updated_before",
    "unsubscribed_since",
  ])
    expect(canBeShown({ ...days, [name]: noon }), name).toBe(false);
  expect(canBeShown({ has_tags: true })).toBe(false);
});
