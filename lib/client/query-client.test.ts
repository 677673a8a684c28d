import { setImmediate } from "node:timers/promises";
import { InfiniteQueryObserver, QueryObserver } from "@tanstack/react-query";
import { expect, test } from "vitest";
import { createQueryClient } from "./query-client";

/** Polls a server whose answers arrive when the test lets them, and counts the requests. */
function slowServer() {
  const answers: ((answer: number) => void)[] = [];
  const ask = () => new Promise<number>((resolve) => answers.push(resolve));
  return { answers, ask };
}

test("a first load that was under way before a write is asked anew, and its old answer forgotten", async () => {
  const queries = createQueryClient();
  const { answers, ask } = slowServer();
  const list = new QueryObserver(queries, { queryKey: ["list"], queryFn: ask });
  list.subscribe(() => undefined);
  const written = queries.invalidateQueries({ queryKey: ["list"] });
  expect(answers).toHaveLength(2);
  answers[1]?.(2);
  await written;
  answers[0]?.(1);
  await setImmediate();
  expect(list.getCurrentResult()).toMatchObject({ data: 2, isError: false, fetchStatus: "idle" });
});

test("so is a list of pages, and only what the write touched", async () => {
  const queries = createQueryClient();
  const { answers, ask } = slowServer();
  const page = { initialPageParam: 0, getNextPageParam: () => null };
  const list = new InfiniteQueryObserver(queries, { queryKey: ["list"], queryFn: ask, ...page });
  list.subscribe(() => undefined);
  const other = slowServer();
  new QueryObserver(queries, { queryKey: ["other"], queryFn: other.ask }).subscribe(() => undefined);
  const written = queries.invalidateQueries({
    queryKey: ["list"],
    predicate: ({ queryKey }) => queryKey[0] === "list",
  });
  expect([answers.length, other.answers.length]).toEqual([2, 1]);
  answers[1]?.(2);
  await written;
  expect(list.getCurrentResult().data?.pages).toEqual([2]);
});
