import { randomUUID } from "node:crypto";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import postgres from "postgres";
import { afterAll, inject } from "vitest";

/** Creates databases without tables in addition to the test's own; they are dropped when the file is done. */
export function emptyDatabases() {
  /** @type {string[]} */
  const made = [];
  afterAll(async () => {
    for (const name of made) await onCluster(`drop database if exists ${name} with (force)`);
  });
  return async () => {
    const name = `e_${randomUUID().replaceAll("-", "")}`;
    await onCluster(`create database ${name}`);
    made.push(name);
    const url = new URL(inject("clusterUrl"));
    url.pathname = `/${name}`;
    return url.href;
  };
}

/** A folder that is removed when the file is done. */
export function temporaryFolder() {
  const folder = mkdtempSync(join(tmpdir(), "kith-archive-"));
  afterAll(() => rmSync(folder, { recursive: true, force: true }));
  return folder;
}

/** The test's own database, as its owner. */
export function ownerUrl() {
  const url = new URL(inject("clusterUrl"));
  url.pathname = new URL(process.env.DATABASE_URL ?? "").pathname;
  return url.href;
}

/**
 * Runs statements on a database, on a connection of their own.
 * @template T
 * @param {string} url
 * @param {(pg: import("postgres").Sql) => Promise<T>} work
 */
export async function onDatabase(url, work) {
  const pg = postgres(url, { max: 1, onnotice: () => {} });
  try {
    return await work(pg);
  } finally {
    await pg.end();
  }
}

/** @param {string} statement */
async function onCluster(statement) {
  await onDatabase(inject("clusterUrl"), (pg) => pg.unsafe(statement));
}
