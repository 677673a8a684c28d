import { MutationObserver } from "@tanstack/react-query";
import { afterEach, expect, test, vi } from "vitest";
import { callApi } from "./api";
import { correction } from "./corrections";
import { ApiFailure } from "./failure";
import { createQueryClient } from "./query-client";

vi.mock("./api", () => ({ callApi: vi.fn() }));
afterEach(() => vi.useRealTimers());
const api = vi.mocked(callApi<"PATCH /imports/{id}/corrections">);

const saved = { importId: "i", rows: [], version: 2, corrected: 1, rules: [] };
const limited = (retryAfterS: number) =>
  new ApiFailure({ status: 429, code: "RATE_LIMITED", message: "", retryAfterS });
const correct = (row: number) =>
  new MutationObserver(queries, correction(queries, "i")).mutate({ rows: [{ row, proposal: "at_sign" }] });
const queries = createQueryClient();
const sentRows = () => api.mock.calls.map(([, sent]) => sent.body.rows?.[0]?.row);

test("corrections that the limit refuses are sent again in their order, until they are saved", async () => {
  vi.useFakeTimers();
  api.mockRejectedValueOnce(limited(4)).mockRejectedValueOnce(limited(60)).mockResolvedValue(saved);
  const both = Promise.all([correct(1), correct(2)]);
  await vi.advanceTimersByTimeAsync(3_900);
  expect(sentRows()).toEqual([1]);
  await vi.advanceTimersByTimeAsync(1_200);
  expect(sentRows()).toEqual([1, 1]);
  await vi.advanceTimersByTimeAsync(61_000);
  expect(await both).toEqual([saved, saved]);
  expect(sentRows()).toEqual([1, 1, 1, 2]);
});

test("a correction that is refused for another reason is not sent again", async () => {
  api.mockReset().mockRejectedValue(new ApiFailure({ status: 409, code: "CONFLICT", message: "" }));
  await expect(correct(3)).rejects.toMatchObject({ status: 409 });
  expect(sentRows()).toEqual([3]);
});
