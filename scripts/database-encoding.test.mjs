import { randomUUID } from "node:crypto";
import { expect, inject, it } from "vitest";
import { migrateDatabase } from "./lib/migrations.mjs";
import { onDatabase } from "./testing/databases.mjs";

it("refuses a new database that could not store every name", async () => {
  const name = `e_${randomUUID().replaceAll("-", "")}`;
  await onDatabase(inject("clusterUrl"), async (pg) => {
    const [row] = await pg`select current_setting('server_version_num')::int >= 150000 as chooses`;
    const provider = row?.chooses ? "locale_provider libc" : "";
    await pg.unsafe(`create database ${name} encoding 'SQL_ASCII' ${provider} locale 'C' template template0`);
    const url = new URL(inject("clusterUrl"));
    url.pathname = `/${name}`;
    await expect(migrateDatabase(url.href)).rejects.toThrow(
      "has the encoding SQL_ASCII, and Kith needs UTF8",
    );
    await pg.unsafe(`drop database ${name} with (force)`);
  });
});
