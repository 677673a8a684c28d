import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { GET as listWorkspaces } from "@/app/api/workspaces/route";
import { closeDatabase } from "@/db/client";
import { resetEnv } from "@/lib/env";
import { type FaultyDatabase, faultyDatabase } from "@/lib/testing/doubles/faulty-database";
import { newWorkspace } from "@/lib/testing/workspace";
import { provision } from "@/lib/workspaces/provision";
import { identifyUser } from "./authenticate";

let database: FaultyDatabase;
beforeEach(async () => {
  database = await faultyDatabase();
  await through(database.address);
});
afterEach(async () => {
  vi.unstubAllEnvs();
  await through(undefined);
  await database[Symbol.asyncDispose]();
});

async function through(address: string | undefined) {
  await closeDatabase();
  if (address) vi.stubEnv("DATABASE_URL", address);
  resetEnv();
}

/** As if it had been sent SIGSTOP: connections stay open, and nothing is said on them. */
function freeze() {
  database.proxy.onNew("drop");
  database.proxy.onExisting("drop");
}

const silent = {
  code: "SERVICE_UNAVAILABLE",
  message: "The database does not answer. Try again shortly.",
};

it("names the database, which is what does not answer, and not the embedded identity provider", async () => {
  const acme = await newWorkspace();
  freeze();
  const [{ status, body, headers }, ...asked] = await Promise.all([
    acme.call(listWorkspaces),
    expect(identifyUser(`Bearer ${acme.token}`)).rejects.toMatchObject(silent),
    expect(provision(acme.user.id)).rejects.toMatchObject(silent),
  ]);
  expect([status, body, headers.get("retry-after"), asked.length]).toEqual([503, silent, "5", 2]);
}, 40_000);
