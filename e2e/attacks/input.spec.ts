import { expect, test } from "@playwright/test";
import { recordFigure } from "../../scripts/reliability/record.mjs";
import { operationsOf } from "./document";
import { newFixture } from "./fixture";
import { withHole } from "./holes";
import { contractFaults, inputFaults, UPLOADS } from "./input";
import { inParallel, newUser, target } from "./target";

/** The others end what is still needed, or create or delete what is counted. */
const isHarmless = ({ id, method }: { id: string; method: string }) =>
  method !== "DELETE" && !/^(bulk|batch|merge)/.test(id);

test("whatever is sent, no operation fails, and what it refuses it does not do", async () => {
  const operations = (await operationsOf(target)).filter(({ audience }) => audience === "users");
  const [counted, others] = [await newFixture("counted"), await newFixture("others")];
  const first = await inputFaults(target, operations.filter(isHarmless), counted);
  const ends = operations.filter((one) => !isHarmless(one));
  const rest = await inputFaults(target, ends, others, { isCounted: false });
  expect([...first.faults, ...rest.faults]).toEqual([]);
  expect(first.tried).toBeGreaterThan(1000);
  recordFigure("attack-input", {
    size: { requests: first.tried + rest.tried, operations: operations.length },
    measured: { faults: first.faults.length + rest.faults.length },
    isWhole: process.env.KITH_FULL === "1",
  });
});

test("no file and no form that is uploaded fails", async () => {
  const operations = await operationsOf(target);
  const create = operations.find(({ id }) => id === "createImport");
  if (!create) throw new Error("there are no imports");
  const found = await inParallel(
    Object.entries(UPLOADS),
    async ([title, sent]) => {
      // Each by another user: one may send five in ten minutes.
      const user = await newUser();
      const got = await user.as("/api/imports?filename=a.csv", { method: "POST", ...sent });
      const { total } = (await user.as("/api/imports")).json;
      const kept =
        total === (got.status === 201 ? 1 : 0) ? [] : [`${title}: ${got.status}, and ${total} imports`];
      return [...contractFaults(create, title, got), ...kept];
    },
    2,
  );
  expect(found.flat()).toEqual([]);
});

test("this group catches a 500, and a request that is refused and done all the same", async () => {
  const operations = (await operationsOf(target)).filter(({ id }) => id === "createTag");
  const fixture = await newFixture("planted");
  const failing = await withHole(
    target,
    {
      after: ({ body }, got) => (String(body).includes("__proto__") ? { ...got, status: 500 } : got),
    },
    (at) => inputFaults(at, operations, fixture),
  );
  expect(failing.faults.join("\n")).toMatch(/createTag .*__proto__.*: 500/);
  const doing = await withHole(
    target,
    {
      after: async (_, got) => {
        if (got.status === 413)
          await fixture.as("/api/tags", { method: "POST", body: { name: crypto.randomUUID() } });
        return got;
      },
    },
    (at) => inputFaults(at, operations, fixture),
  );
  expect(doing.faults).toEqual([expect.stringMatching(/createTag: \d+ were accepted, but there are/)]);
});
