import { beforeEach, expect, test, vi } from "vitest";
import { callApi } from "./api";
import type { Contact } from "./api-types";
import { contactKeys } from "./contacts";
import { createQueryClient } from "./query-client";
import { tagContacts } from "./tagging";

vi.mock("./api", () => ({ callApi: vi.fn() }));
beforeEach(() => vi.mocked(callApi).mockReset());

const tag = {
  id: "t",
  workspace_id: "w",
  name: "Board",
  color: null,
  emoji: null,
  created_at: "2026-11-22T12:00:00Z",
};
const filter = {};
const ids = Array.from({ length: 1200 }, (_, n) => `c${n}`);

/** A client whose list shows these contacts, and how many of them it shows with the tag. */
function shown(tags: (typeof tag)[] = []) {
  const queries = createQueryClient();
  const data = ids.map((id) => ({ id, tags }) as unknown as Contact);
  const list = { pages: [{ data, nextCursor: null, total: ids.length }], pageParams: [null] };
  queries.setQueryData(contactKeys.list(filter), list);
  const carrying = () =>
    queries
      .getQueryData<typeof list>(contactKeys.list(filter))
      ?.pages.flatMap((page) => page.data.filter((contact) => contact.tags?.some(({ id }) => id === "t")))
      .length;
  return { queries, carrying };
}

test("three calls tag 1 200 contacts, and the list shows what each of them has answered", async () => {
  const { queries, carrying } = shown();
  const before: unknown[] = [];
  vi.mocked(callApi).mockImplementation(async () => {
    before.push(carrying());
    return { tagged: 500, refused: [], change_id: null };
  });
  const steps: number[] = [];
  const { changed, error } = await tagContacts(queries, ids, tag, true, (done) => steps.push(done));
  expect([changed.length, error]).toEqual([1200, undefined]);
  expect(before).toEqual([0, 500, 1000]);
  expect(steps).toEqual([500, 1000, 1200]);
  expect(carrying()).toBe(1200);
  expect(vi.mocked(callApi).mock.calls.map(([operation]) => operation)).toEqual(
    Array.from({ length: 3 }, () => "POST /tags/{id}/contacts"),
  );
});

test("what was done before a failure stays, is counted, and nothing more is shown", async () => {
  const { queries, carrying } = shown();
  vi.mocked(callApi)
    .mockResolvedValueOnce({ tagged: 499, refused: ["c7"], change_id: null })
    .mockRejectedValueOnce(new Error("gone"));
  const { changed, refused, error } = await tagContacts(queries, ids, tag, true);
  expect([changed.length, refused, error]).toEqual([499, 1, new Error("gone")]);
  expect(changed).not.toContain("c7");
  expect(carrying()).toBe(499);
});

test("takes a tag off in the same way", async () => {
  const { queries, carrying } = shown([tag]);
  vi.mocked(callApi)
    .mockResolvedValueOnce({ untagged: 500, change_id: null })
    .mockRejectedValueOnce(new Error("gone"));
  const { changed } = await tagContacts(queries, ids, tag, false);
  expect([changed.length, carrying()]).toEqual([500, 700]);
  expect(vi.mocked(callApi).mock.calls[0]?.[0]).toBe("DELETE /tags/{id}/contacts");
});
