import { expect, test } from "@playwright/test";
import { recordFigure } from "../../scripts/reliability/record.mjs";
import { operationsOf } from "./document";
import { type Fixture, newFixture } from "./fixture";
import { type Passing, withHole } from "./holes";
import { roleFaults } from "./roles";
import { target } from "./target";

test("every operation refuses every role and key that may not do it, tells it nothing and changes nothing", async () => {
  const operations = await operationsOf(target);
  const { tried, faults } = await roleFaults(target, operations, await newFixture("roles"));
  expect(faults).toEqual([]);
  expect(tried).toBeGreaterThan(1500);
  recordFigure("attack-roles", {
    size: { requests: tried, operations: operations.length },
    measured: { faults: faults.length },
  });
});

test("this group catches a refusal that is skipped, a stranger who is let in, and a role that may less than it should", async () => {
  const operations = await operationsOf(target);
  const some = operations.filter(({ id }) => ["updateContact", "getContact", "undoChange"].includes(id));
  const wrongly = (method: string, { ids, token }: Fixture) => ({
    before: ({ method: asked, path, headers }: Passing) => {
      if (asked === method && path.includes(ids.contacts ?? "")) headers.authorization = `Bearer ${token}`;
      return undefined;
    },
  });
  const first = await newFixture("roles");
  const changed = await withHole(target, wrongly("PATCH", first), (at) => roleFaults(at, some, first));
  expect(changed.faults.join("\n")).toMatch(/updateContact by viewer: 200 instead of 403/);
  const second = await newFixture("roles");
  const shown = await withHole(target, wrongly("GET", second), (at) => roleFaults(at, some, second));
  expect(shown.faults.join("\n")).toMatch(/getContact by stranger: tells roles/);
  const denied = {
    after: ({ path }: Passing, got: { status: number; headers: object; body: string }) =>
      path.endsWith("/undo")
        ? {
            status: 403,
            headers: {},
            body: '{"code":"FORBIDDEN","message":"","details":{"reason":"permission"}}',
          }
        : { ...got, headers: {} },
  };
  const third = await newFixture("roles");
  const short = await withHole(target, denied, (at) => roleFaults(at, some, third));
  expect(short.faults.join("\n")).toMatch(/undoChange by editor: 403 although the role allows it/);
});
