import { expect, it } from "vitest";
import { batchOf, sendBatch, takeBack } from "@/lib/testing/batches";
import { importText } from "@/lib/testing/imports";
import { rowsRead } from "@/lib/testing/rows-read";
import { newWorkspace } from "@/lib/testing/workspace";

const ROWS = 2000;
/** A good plan reads at most 55 rows for each; one that compares each with each other, more than 1,200. */
const MOST = 100 * ROWS;

const SHAPES: Record<string, (edition: string, n: number) => object> = {
  values: (company) => ({ company }),
  tags: (edition, n) => ({ company: edition, tags: [edition, `t${n % 20}`] }),
  ids: (company, n) => ({ external_id: `id${n}`, company }),
  moves: (edition, n) => ({ external_id: `id${n}`, email: `${edition}${n}@example.com` }),
};

it.each(Object.entries(SHAPES))("reads a few rows for each of a large batch: %s", async (_, shape) => {
  const acme = await newWorkspace();
  const edition = (name: string) => batchOf(ROWS, (n) => shape(name, n));
  await sendBatch(acme, edition("a"));
  const dryRun = await rowsRead(() => sendBatch(acme, edition("b"), { dry_run: "true" }));
  let change = "";
  const changed = await rowsRead(async () => {
    const body = await sendBatch(acme, edition("b"));
    expect(body).toMatchObject({ updated: ROWS });
    change = body.change_id;
  });
  const same = await rowsRead(() => sendBatch(acme, edition("b")));
  const undone = await rowsRead(async () =>
    expect(await takeBack(acme, change)).toMatchObject({ restored: ROWS }),
  );
  expect(Math.max(dryRun, changed, same, undone)).toBeLessThan(MOST);
  expect(Math.min(dryRun, changed, same, undone)).toBeGreaterThan(ROWS);
});

it("reads a few rows for each where the first import of an installation was of two people", async () => {
  const acme = await newWorkspace();
  await importText(acme, "email\nada@example.com\nbob@example.com\n");
  const edition = (company: string) => batchOf(ROWS, () => ({ company }));
  await sendBatch(acme, edition("a"));
  const changed = await rowsRead(() => sendBatch(acme, edition("b")));
  expect(changed).toBeLessThan(MOST);
  expect(changed).toBeGreaterThan(ROWS);
});
