import { QueryClient } from "@tanstack/react-query";
import { expect, it } from "vitest";
import { showProgress } from "./progress";

const running = { id: "i", status: "processing", processed_rows: 1 };
const pageOf = (...data: object[]) => ({ pages: [{ data }] });
const said = (id: string) => ({ kind: "import" as const, id, fields: { processed_rows: 2 } });
const list = ["imports", "list"];

it("shows progress in what is to be fetched again, which still is", async () => {
  const queries = new QueryClient();
  queries.setQueryData(list, pageOf(running), { updatedAt: 1 });
  await queries.invalidateQueries({ queryKey: list });
  showProgress(queries, said("i"));
  expect(queries.getQueryState(list)).toMatchObject({
    ...{ data: pageOf({ ...running, processed_rows: 2 }), dataUpdatedAt: 1, isInvalidated: true },
  });
});

it("makes no list newer that lacks the job: it may have to be read for that very reason", async () => {
  const queries = new QueryClient();
  queries.setQueryData(list, pageOf(running), { updatedAt: 1 });
  await queries.invalidateQueries({ queryKey: list });
  const before = queries.getQueryState(list);
  showProgress(queries, said("unknown"));
  expect(queries.getQueryState(list)).toBe(before);
});
