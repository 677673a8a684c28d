import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, expect, it } from "vitest";
import { type Pooler, pgbouncerInstalled, startPgBouncer } from "@/lib/testing/doubles/pgbouncer";
import { owner, ownerUrl } from "@/lib/testing/owner";
import { migrateDatabase } from "../../scripts/lib/migrations.mjs";

const name = `migrated_${randomUUID().replaceAll("-", "")}`;
let address = "";
let pooler: Pooler | undefined;

beforeAll(async () => {
  await owner().unsafe(`create database ${name}`);
  const url = new URL(ownerUrl());
  url.pathname = `/${name}`;
  pooler = pgbouncerInstalled() ? await startPgBouncer(url.href) : undefined;
  address = pooler?.address ?? url.href;
});
afterAll(async () => {
  await pooler?.close();
  await owner().unsafe(`drop database ${name} with (force)`);
});

it("migrates once for five who start at the same time, also through a transaction-mode pooler", async () => {
  const applied = await Promise.all(Array.from({ length: 5 }, () => migrateDatabase(address)));
  expect(applied.filter((count) => count > 0)).toHaveLength(1);
  expect(await migrateDatabase(address)).toBe(0);
});
