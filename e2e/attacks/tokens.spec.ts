import { expect, test } from "@playwright/test";
import { recordFigure } from "../../scripts/reliability/record.mjs";
import { operationsOf } from "./document";
import { type Passing, withHole } from "./holes";
import { newUser, target } from "./target";
import {
  acceptedTokens,
  endedTokens,
  forgedTokens,
  insideTokens,
  refreshFaults,
  scopeFaults,
} from "./tokens";

test("no token that was forged, changed, ended or stolen is good for anything", async () => {
  const operations = await operationsOf(target);
  const user = await newUser();
  const [forged, inside, ended] = [await forgedTokens(user), await insideTokens(user), await endedTokens()];
  const bad = { ...forged, ...inside, ...ended };
  const [wrong, refreshed] = await Promise.all([
    acceptedTokens(target, operations, bad),
    refreshFaults(target),
  ]);
  expect([...wrong, ...refreshed]).toEqual([]);
  expect(Object.keys(bad).length).toBeGreaterThan(45);
  expect((await user.as("/api/tags")).status).toBe(200);
  recordFigure("attack-tokens", {
    size: { tokens: Object.keys(bad).length, operations: operations.length },
    measured: { "let in": wrong.length },
  });
});

test("an API key does what its scope says and nothing else", async () => {
  const operations = await operationsOf(target);
  expect(await scopeFaults(target, operations, await newUser())).toEqual([]);
});

test("this group catches an expired token that is taken, and a key that does more than it may", async () => {
  const operations = await operationsOf(target);
  const user = await newUser();
  const bad = await insideTokens(user);
  const credulous = {
    before: ({ headers }: Passing) => {
      if (headers.authorization === bad.expired) headers.authorization = `Bearer ${user.token}`;
      return undefined;
    },
  };
  const some = operations.filter(({ id }) => ["listTags", "updateSettings"].includes(id));
  const taken = await withHole(target, credulous, (at) => acceptedTokens(at, some, bad));
  expect(taken.sort()).toEqual([
    "listTags takes a token expired: 200",
    "updateSettings takes a token expired: 200",
  ]);
  const generous = {
    before: ({ path, headers }: Passing) => {
      if (path === "/api/settings") headers.authorization = `Bearer ${user.token}`;
      return undefined;
    },
  };
  const allowed = await withHole(target, generous, (at) => scopeFaults(at, some, user));
  expect(allowed.filter((fault) => fault.startsWith("updateSettings"))).toHaveLength(3);
});
