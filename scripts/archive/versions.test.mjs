import { existsSync, readdirSync } from "node:fs";
import { join } from "node:path";
import { afterAll, describe, expect, inject, it, vi } from "vitest";
import { APP_ROLE } from "../lib/app-role.mjs";
import { only } from "../lib/database-client.mjs";
import { renewAppRole } from "../lib/database-role.mjs";
import { migrateDatabase } from "../lib/migrations.mjs";
import { startTemporaryPostgres } from "../lib/postgres.mjs";
import { emptyDatabases, onDatabase, ownerUrl, temporaryFolder } from "../testing/databases.mjs";
import { workspaceFixture } from "../testing/workspace-fixture.mjs";
import { backup } from "./backup.mjs";
import { openArchive, restore } from "./restore.mjs";

// A server is created; a busy machine needs its time for that.
vi.setConfig({ testTimeout: 120_000, hookTimeout: 60_000 });

const folder = temporaryFolder();
const newDatabase = emptyDatabases();
const progress = () => {};
let count = 0;
const newFile = () => join(folder, `${++count}.kith`);

/** Where Debian puts its servers. */
const DEBIAN = "/usr/lib/postgresql";
/** Servers of other versions than the embedded one: `KITH_OTHER_POSTGRES=/path/18:/path/16`, or the machine's own. */
const others = (process.env.KITH_OTHER_POSTGRES ?? machinesOwn()).split(":").filter(Boolean);

function machinesOwn() {
  const versions = existsSync(DEBIAN) ? readdirSync(DEBIAN) : [];
  return versions
    .map((version) => join(DEBIAN, version))
    .filter((path) => existsSync(join(path, "bin/initdb")))
    .join(":");
}

if (others.length === 0)
  console.warn(`SKIPPED: no other PostgreSQL in ${DEBIAN}, and KITH_OTHER_POSTGRES is not set.`);

/**
 * @param {string} from
 * @param {string} to
 */
async function move(from, to) {
  const file = newFile();
  const manifest = await backup({ url: from, file, progress });
  await restore({
    url: to,
    dataDir: folder,
    archive: await openArchive(file, undefined, progress),
    progress,
  });
  return manifest;
}

/** @param {string} url */
const versionOf = (url) =>
  onDatabase(url, async (pg) => only(await pg`select current_setting('server_version') as version`).version);

/** @param {import("./types.ts").Manifest} manifest */
const content = ({ tables, files, migration }) => ({ tables, files, migration });

describe.skipIf(others.length === 0).each(others.length > 0 ? others : ["none"])(
  "PostgreSQL of %s",
  (programs) => {
    /** @type {import("../lib/postgres.mjs").Postgres | undefined} */
    let server;
    afterAll(() => server?.stop());

    it("takes an archive of the embedded one, and its own comes back equal by hash", async () => {
      const { id } = await workspaceFixture();
      vi.stubEnv("KITH_TEST_POSTGRES", programs);
      server = await startTemporaryPostgres();
      expect(await versionOf(server.url)).not.toBe(await versionOf(inject("clusterUrl")));
      await renewAppRole(server.url);
      await migrateDatabase(server.url, { role: APP_ROLE });

      const here = await move(ownerUrl(), server.url);
      expect(here.tables.filter(({ rows }) => rows === 0).map(({ name }) => name)).toEqual([]);
      const url = await newDatabase();
      const there = await move(server.url, url);
      expect(there.postgres).toBe(await versionOf(server.url));
      expect(content(there)).toEqual(content(here));
      const again = await backup({ url, file: newFile(), progress });
      expect(again.postgres).toBe(here.postgres);
      expect(content(again)).toEqual(content(here));

      await onDatabase(url, async (pg) => {
        await pg`delete from contacts`;
        await pg`
        insert into contacts (workspace_id, id, email, first_name)
        values (${id}, gen_random_uuid(), 'out@example.com', 'x'), (${id}, gen_random_uuid(), 'new@example.com', 'x')`;
        expect(
          (await pg`select is_unsubscribed as is from contacts order by email`).map((row) => row.is),
        ).toEqual([false, true]);
      });
    });
  },
);
