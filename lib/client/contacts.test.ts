import { setImmediate } from "node:timers/promises";
import { InfiniteQueryObserver, keepPreviousData, onlineManager, QueryObserver } from "@tanstack/react-query";
import { afterEach, expect, test, vi } from "vitest";
import { callApi } from "./api";
import type { Contact } from "./api-types";
import { contactKeys, contactName, isOverdue } from "./contacts";
import { ApiFailure } from "./failure";
import { loadMore } from "./paging";
import { createQueryClient } from "./query-client";
import { tagContacts } from "./tagging";

vi.mock("./api", () => ({ callApi: vi.fn() }));
afterEach(() => onlineManager.setOnline(true));

const tag = {
  id: "t",
  workspace_id: "w",
  name: "Board",
  color: null,
  emoji: null,
  created_at: "2026-11-22T12:00:00Z",
};
const contact = (tags: (typeof tag)[]) => ({ id: "c", tags }) as Contact;

test("an answer from before a tag was added does not take it away again", async () => {
  const queries = createQueryClient();
  const key = contactKeys.one("c");
  queries.setQueryData(key, contact([]), { updatedAt: 1 });
  const answers: ((answer: Contact) => void)[] = [];
  const observer = new QueryObserver(queries, {
    queryKey: key,
    queryFn: () => new Promise<Contact>((resolve) => answers.push(resolve)),
  });
  observer.subscribe(() => undefined);
  expect(answers).toHaveLength(1);
  vi.mocked(callApi).mockResolvedValue({ tagged: 1, refused: [], change_id: null });
  await tagContacts(queries, ["c"], tag, true);
  answers[0]?.(contact([]));
  await setImmediate();
  expect(observer.getCurrentResult().data?.tags).toEqual([tag]);
  expect(answers).toHaveLength(2);
  answers[1]?.(contact([tag]));
  await vi.waitFor(() => expect(observer.getCurrentResult().fetchStatus).toBe("idle"));
});

test("the next page does not drop a look at the first one that a write has caused", async () => {
  const queries = createQueryClient();
  const stored = ["old", "second"];
  const list = new InfiniteQueryObserver(queries, {
    queryKey: ["list"],
    initialPageParam: 0,
    queryFn: async ({ pageParam }) => stored[pageParam],
    getNextPageParam: (_page, pages) => (pages.length < stored.length ? pages.length : null),
  });
  list.subscribe(() => undefined);
  await vi.waitFor(() => expect(list.getCurrentResult().data?.pages).toEqual(["old"]));
  stored[0] = "new";
  void queries.invalidateQueries({ queryKey: ["list"] });
  expect(list.getCurrentResult().isFetching).toBe(true);
  await loadMore(list.getCurrentResult());
  expect(list.getCurrentResult().data?.pages).toEqual(["new", "second"]);
});

test("contacts that a former search found are not shown as the answer to one that got none", async () => {
  const queries = createQueryClient();
  const search = (q: string) => ({
    queryKey: ["list", q],
    initialPageParam: 0,
    placeholderData: keepPreviousData,
    queryFn: async () => {
      if (q === "zzz") throw new ApiFailure({ status: 0, code: "NETWORK", message: "gone" });
      return q;
    },
    getNextPageParam: () => null,
  });
  const list = new InfiniteQueryObserver(queries, search(""));
  list.subscribe(() => undefined);
  await vi.waitFor(() => expect(list.getCurrentResult().data?.pages).toEqual([""]));
  list.setOptions(search("zzz"));
  expect(isOverdue(list.getCurrentResult())).toBe(false);
  await vi.waitFor(() => expect(list.getCurrentResult().failureCount).toBe(1));
  expect(list.getCurrentResult()).toMatchObject({ isSuccess: true, data: { pages: [""] } });
  expect(isOverdue(list.getCurrentResult())).toBe(true);
  queries.clear();
});

test("a product on this very machine is asked without a network, too", async () => {
  onlineManager.setOnline(false);
  const queries = createQueryClient();
  expect(await queries.fetchQuery({ queryKey: ["health"], queryFn: async () => "ready" })).toBe("ready");
});

test("Chinese, Japanese and Korean names begin with the last name", () => {
  const named = (first_name: string, last_name: string | null) => contactName({ first_name, last_name });
  expect(named("太郎", "山田")).toBe("山田太郎");
  expect(named("さくら", "佐々木")).toBe("佐々木さくら");
  expect(named("민준", "김")).toBe("김민준");
  expect(named("小明", "王")).toBe("王小明");
  expect(named("太郎", null)).toBe("太郎");
  expect(named("太郎", "Smith")).toBe("太郎 Smith");
  expect(named("Ada", "Lovelace")).toBe("Ada Lovelace");
});
