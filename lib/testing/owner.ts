import postgres, { type Sql } from "postgres";
import { afterAll, inject } from "vitest";
import { env } from "@/lib/env";

/** The address of this file's database as its owner, who may do what the app may not. */
export function ownerUrl(): string {
  const url = new URL(inject("clusterUrl"));
  url.pathname = new URL(env().DATABASE_URL ?? "").pathname;
  return url.href;
}

let opened: Sql | undefined;

/** Statements of the owner: tables to break and to repair, and what other programs would have done. */
export function owner(): Sql {
  opened ??= postgres(ownerUrl(), { max: 3, onnotice: () => undefined });
  return opened;
}

afterAll(async () => {
  await opened?.end();
  opened = undefined;
});
