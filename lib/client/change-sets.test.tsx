import { QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { renderToStaticMarkup } from "react-dom/server";
import { afterEach, expect, it, vi } from "vitest";
import { useUndo } from "./change-sets";

vi.mock("./session", () => ({ accessToken: async () => "token" }));
afterEach(() => void vi.unstubAllGlobals());

/** Everything that is counted or listed, and may be of the change that is undone. */
const TOUCHED = [
  "changes",
  "contacts",
  "tags",
  "stats",
  "imports",
  "bulk-actions",
  "duplicates",
  "fields",
  "segments",
];

it("an undo fetches everything again that it may have changed, pairs and fields as well", async () => {
  vi.stubGlobal("window", { location: { origin: "http://localhost" } });
  vi.stubGlobal("fetch", async () => Response.json({ undo_status: "completed" }));
  const queries = new QueryClient();
  for (const key of [...TOUCHED, "settings"]) queries.setQueryData([key], {});
  let undo: ReturnType<typeof useUndo> = Promise.reject;
  function Page() {
    undo = useUndo();
    return null;
  }
  renderToStaticMarkup(
    <QueryClientProvider client={queries}>
      <Page />
    </QueryClientProvider>,
  );
  await undo("an-id", () => undefined);
  const stale = queries
    .getQueryCache()
    .getAll()
    .filter((query) => query.state.isInvalidated);
  expect(stale.map(({ queryKey: [key] }) => key)).toEqual(TOUCHED);
});
