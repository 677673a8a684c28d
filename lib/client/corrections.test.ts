import { MutationObserver } from "@tanstack/react-query";
import { afterEach, expect, test, vi } from "vitest";
import { callApi, callForState } from "./api";
import { type CorrectionRule, correction } from "./corrections";
import { ApiFailure } from "./failure";
import { createQueryClient } from "./query-client";

vi.mock("./api", () => ({ callApi: vi.fn(), callForState: vi.fn() }));
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

const ruleOf = (column: string): CorrectionRule => ({ code: "email_invalid", column, proposal: "at_sign" });
const first = ruleOf("first");
const second = ruleOf("second");
const other = ruleOf("other");

/** Corrections as the server stores them; `meanwhile` happens to them between the first look and the first change. */
function storeRules(...meanwhile: CorrectionRule[]) {
  const stored = { rules: [] as CorrectionRule[], version: 0 };
  const set = (rules: CorrectionRule[]) => Object.assign(stored, { rules, version: stored.version + 1 });
  vi.mocked(callForState<"GET /imports/{id}/corrections">).mockImplementation(async () => ({
    answer: { importId: "i", rows: [], ...stored },
    etag: String(stored.version),
  }));
  api.mockReset().mockImplementation(async (_operation, { body, headers }) => {
    if (meanwhile.length > 0) set(meanwhile.splice(0));
    if (headers?.["if-match"] !== String(stored.version))
      throw new ApiFailure({ status: 412, code: "PRECONDITION_FAILED", message: "" });
    return { ...saved, ...set(body.rules ?? []) };
  });
  return stored;
}

const rule = (rules: (stored: CorrectionRule[]) => CorrectionRule[]) =>
  new MutationObserver(queries, correction(queries, "i")).mutate({ rules });

test("rules that follow each other before the first is saved are both kept, and both taken back", async () => {
  const stored = storeRules();
  await Promise.all([first, second].map((one) => rule((rules) => [...rules, one])));
  expect(stored.rules).toEqual([first, second]);
  await Promise.all([first, second].map((one) => rule((rules) => rules.filter((each) => each !== one))));
  expect(stored.rules).toEqual([]);
});

test("a rule that another tab has set meanwhile is kept", async () => {
  const stored = storeRules(other);
  await rule((rules) => [...rules, first]);
  expect(stored.rules).toEqual([other, first]);
});
