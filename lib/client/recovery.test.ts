import { QueryObserver } from "@tanstack/react-query";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { callApi } from "./api";
import { serverGone } from "./connection";
import { ApiFailure } from "./failure";
import { createQueryClient } from "./query-client";
import { recoverByItself } from "./recovery";

vi.mock("./session", () => ({ accessToken: async () => "token" }));

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
  serverGone.set(false);
});

/** A page with one list on a server that is available or not, and what it shows. */
function page(failure: ApiFailure, state = { isWell: true, isReady: true }) {
  const server = { ...state, asked: 0 };
  const queries = createQueryClient();
  queries.setDefaultOptions({ queries: { ...queries.getDefaultOptions().queries, retry: false } });
  const queryFn = async () => {
    if (!server.isWell) throw failure;
    return "rows";
  };
  const list = new QueryObserver(queries, { queryKey: ["list"], queryFn });
  list.subscribe(() => undefined);
  const end = recoverByItself(queries, async () => {
    server.asked += 1;
    return server.isReady;
  });
  return { server, list, queries, end, shown: () => list.getCurrentResult() };
}

const unreached = () => new ApiFailure({ status: 0, code: "NETWORK", message: "gone" });
const noDatabase = () => new ApiFailure({ status: 503, code: "SERVICE_UNAVAILABLE", message: "no database" });
const mistake = () => new ApiFailure({ status: 400, code: "VALIDATION_ERROR", message: "wrong" });

test.each([
  ["the server", unreached],
  ["its database", noDatabase],
])("what failed because %s was away is loaded again when it is back", async (_, failure) => {
  const { server, shown, end } = page(failure(), { isWell: false, isReady: false });
  await vi.advanceTimersByTimeAsync(0);
  expect(shown().isError).toBe(true);
  await vi.advanceTimersByTimeAsync(20_000);
  expect(server.asked).toBe(10);
  Object.assign(server, { isWell: true, isReady: true });
  await vi.advanceTimersByTimeAsync(2_000);
  expect(shown()).toMatchObject({ data: "rows", isError: false });
  end();
});

test("the banner goes, and what is in sight is loaded again, though it did not fail", async () => {
  const { server, queries, shown, end } = page(unreached());
  await vi.advanceTimersByTimeAsync(0);
  const loadedAt = shown().dataUpdatedAt;
  server.isReady = false;
  serverGone.set(true);
  await vi.advanceTimersByTimeAsync(4_000);
  expect(serverGone.get()).toBe(true);
  server.isReady = true;
  await vi.advanceTimersByTimeAsync(2_000);
  expect(serverGone.get()).toBe(false);
  expect(shown().dataUpdatedAt).toBeGreaterThan(loadedAt);
  expect(queries.isFetching()).toBe(0);
  end();
});

test("a failure that will not pass is left as it is, and one that stays is asked about less and less", async () => {
  const fails = { isWell: false, isReady: true };
  const wrong = page(mistake(), fails);
  const stays = page(noDatabase(), fails);
  await vi.advanceTimersByTimeAsync(10 * 60_000);
  expect(wrong.server.asked).toBe(0);
  expect(stays.server.asked).toBeLessThan(16);
  expect(stays.server.asked).toBeGreaterThan(8);
  wrong.end();
  stays.end();
});

test("a proxy that finds no server behind it counts as no answer; an answer of ours does not", async () => {
  const answer = (body: string, type: string, status: number) =>
    vi.stubGlobal("fetch", async () => new Response(body, { status, headers: { "content-type": type } }));
  answer("<h1>502 Bad Gateway</h1>", "text/html", 502);
  await expect(callApi("GET /contacts")).rejects.toMatchObject({ status: 0, code: "NETWORK" });
  expect(serverGone.get()).toBe(true);
  answer('{"code":"SERVICE_UNAVAILABLE","message":"no database"}', "application/json", 503);
  await expect(callApi("GET /contacts")).rejects.toMatchObject({ status: 503 });
  expect(serverGone.get()).toBe(false);
});
