import { existsSync } from "node:fs";
import postgres from "postgres";
import { expect, inject, it } from "vitest";
import { env } from "@/lib/env";
import { newWorkspace } from "./workspace";
import "server-only";

it("gives every test file a migrated database, a data folder and secrets of its own", async () => {
  const { DATABASE_URL, DATA_DIR, ENCRYPTION_KEYS, embedded } = env();
  expect(Object.values(embedded)).toEqual([true, true, true, true, true, true]);
  expect(ENCRYPTION_KEYS).toMatch(/^k1:[A-Za-z0-9+/]{43}=$/);
  expect(existsSync(DATA_DIR)).toBe(true);
  const pg = postgres(DATABASE_URL ?? "");
  const [row] = await pg`select current_database() as name, count(*)::int as contacts from contacts`;
  expect(row).toEqual({ name: expect.stringMatching(/^t_[0-9a-f]{32}$/), contacts: 0 });
  await pg.end();
});

it("builds the API document before the first test that calls a route begins", () => {
  expect(newWorkspace).toBeDefined();
  expect(existsSync(inject("apiDocument"))).toBe(true);
});
