import { rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "@playwright/test";
import { recordFigure } from "../../scripts/reliability/record.mjs";
import {
  afterAccount,
  afterContact,
  afterWorkspace,
  filesAfterContact,
  leftOf,
  placesOf,
  plant,
} from "./erasure";
import { type Passing, withHole } from "./holes";
import { target, withDatabase } from "./target";

test("nothing is left of a deleted contact, import and export", async () => {
  const planted = await plant(target, "contact");
  const before = await placesOf(planted.word);
  for (const place of ["contacts", "imports", "exports", "import_errors", "inbox_mails"])
    expect(before).toContain(`table ${place}`);
  expect(before.filter((place) => place.startsWith("file")).length).toBeGreaterThan(1);
  expect(await filesAfterContact(planted)).toEqual({ left: [], status: 410 });
  expect(await afterContact(planted)).toEqual([]);
});

test("nothing is left of a deleted workspace, and of a deleted account", async () => {
  const [workspace, account, neighbour] = [await plant(), await plant(), await plant()];
  const before = await placesOf(neighbour.word);
  expect(await afterWorkspace(workspace)).toEqual([]);
  expect(await afterAccount(account)).toEqual([]);
  expect(await placesOf(neighbour.word)).toEqual(before);
  recordFigure("attack-erasure", { size: { "ways of deleting": 3 }, measured: { "places left": 0 } });
});

test("this group catches what stays: a row, a file, and all of it when a deletion only says that it was done", async () => {
  const liar = {
    before: ({ method }: Passing) =>
      method === "DELETE" ? { status: 204, headers: {}, body: "" } : undefined,
  };
  const left = await withHole(target, liar, async (at) => {
    const planted = await plant(at);
    await planted.user.as("/api/account", { method: "DELETE", body: { email: planted.user.email } });
    return leftOf(planted.word, undefined, 0);
  });
  expect(left).toEqual(
    expect.arrayContaining(["table contacts", "table import_errors", "table identity.users"]),
  );
  const planted = await plant();
  const file = join(target.dataDir, "blobs", "kept.csv");
  writeFileSync(file, `email\n${planted.word}@example.com\n`);
  await withDatabase((pg) => pg`create table kept (note jsonb)`);
  await withDatabase(
    (pg) => pg`insert into kept values (${pg.json({ note: `x ${planted.word.toUpperCase()}` })})`,
  );
  expect(await afterAccount(planted)).toEqual(["table kept", "file blobs/kept.csv"]);
  await withDatabase((pg) => pg`drop table kept`);
  rmSync(file);
});
