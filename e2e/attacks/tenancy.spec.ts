import { expect, test } from "@playwright/test";
import { recordFigure } from "../../scripts/reliability/record.mjs";
import { operationsOf } from "./document";
import { newFixture } from "./fixture";
import { type Passing, withHole } from "./holes";
import { target } from "./target";
import { tenancyFaults } from "./tenancy";

test("no way to name what is another workspace's shows, tells or changes anything of it", async () => {
  const operations = await operationsOf(target);
  const [ours, theirs] = [await newFixture("acme"), await newFixture("canaryb")];
  const { tried, faults } = await tenancyFaults(target, operations, ours, theirs);
  expect(faults).toEqual([]);
  expect(tried).toBeGreaterThan(1000);
  recordFigure("attack-tenancy", {
    size: { requests: tried, operations: operations.length },
    measured: { faults: faults.length },
  });
});

test("this group catches a change set and pending changes of another workspace, told or taken back", async () => {
  const operations = await operationsOf(target);
  const read = operations.filter(({ id }) => ["getChange", "listImportChanges"].includes(id));
  const undo = operations.filter(({ id }) => id === "undoChange");
  const [ours, theirs] = [await newFixture("acme"), await newFixture("canaryb")];
  const named = [theirs.ids.changes, theirs.pending];
  const hole = {
    before: ({ path, headers }: Passing) => {
      if (named.some((id) => path.includes(id ?? ""))) headers.authorization = `Bearer ${theirs.token}`;
      return undefined;
    },
  };
  const shown = await withHole(target, hole, (at) => tenancyFaults(at, read, ours, theirs));
  for (const id of ["getChange", "listImportChanges"])
    expect(shown.faults.join("\n")).toMatch(new RegExp(`${id} .* tells canaryb`));
  const undone = await withHole(target, hole, (at) => tenancyFaults(at, undo, ours, theirs));
  expect(undone.faults.join("\n")).toMatch(/undoChange \{id\} by user: 20[02] instead of 404/);
  expect(undone.faults.join("\n")).toMatch(/their export has changed/);
});

test("this group catches a row of another workspace that is shown, and one that is changed", async () => {
  const operations = await operationsOf(target);
  const some = operations.filter(({ id }) => ["getContact", "updateContact"].includes(id));
  const [ours, theirs] = [await newFixture("acme"), await newFixture("canaryb")];
  const hole = (method: string) => ({
    before: ({ method: asked, path, headers }: Passing) => {
      if (asked === method && path.includes(theirs.ids.contacts ?? ""))
        headers.authorization = `Bearer ${theirs.token}`;
      return undefined;
    },
  });
  const shown = await withHole(target, hole("GET"), (at) => tenancyFaults(at, some, ours, theirs));
  expect(shown.faults.join("\n")).toMatch(/getContact \{id\} by user: 200 instead of 404/);
  expect(shown.faults.join("\n")).toMatch(/getContact .* tells canaryb/);
  const changed = await withHole(target, hole("PATCH"), (at) => tenancyFaults(at, some, ours, theirs));
  expect(changed.faults.join("\n")).toMatch(/their export has changed/);
});
