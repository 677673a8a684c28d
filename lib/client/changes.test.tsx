import { QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { renderToStaticMarkup } from "react-dom/server";
import { expect, it, vi } from "vitest";
import { useShownChange } from "./changes";

type Switches = Record<string, boolean>;

/** Two switches of one answer. */
function switches() {
  const queries = new QueryClient();
  queries.setQueryData(["settings"], { mail: false, digest: false });
  const requests: { answer: () => void; refuse: () => void }[] = [];
  let stored: Switches = { mail: false, digest: false };
  const put = (body: Switches) =>
    new Promise<Switches>((resolve, reject) => {
      stored = { ...stored, ...body };
      const answered = stored;
      const refuse = () => {
        stored = { mail: false, digest: false };
        reject(new Error("refused"));
      };
      requests.push({ answer: () => resolve(answered), refuse });
    });
  let change: (input: Switches) => Promise<Switches> = Promise.reject;
  function Page() {
    change = useShownChange(["settings"], put, (data: Switches | undefined, input: Switches) => ({
      ...data,
      ...input,
    })).mutateAsync;
    return null;
  }
  renderToStaticMarkup(
    <QueryClientProvider client={queries}>
      <Page />
    </QueryClientProvider>,
  );
  return { change, requests, shown: () => queries.getQueryData(["settings"]) };
}

it("two changes of one answer are sent one after the other, and no answer takes the other one back", async () => {
  const { change, requests, shown } = switches();
  const changing = [change({ mail: true }), change({ digest: true })];
  await vi.waitFor(() => expect(shown()).toEqual({ mail: true, digest: true }));
  expect(requests).toHaveLength(1);
  requests[0]?.answer();
  await changing[0];
  await vi.waitFor(() => expect(requests).toHaveLength(2));
  expect(shown()).toEqual({ mail: true, digest: true });
  requests[1]?.answer();
  await changing[1];
  expect(shown()).toEqual({ mail: true, digest: true });
});

it("a change that is refused does not take back one that waits", async () => {
  const { change, requests, shown } = switches();
  const refused = expect(change({ mail: true })).rejects.toThrow("refused");
  const changing = change({ digest: true });
  await vi.waitFor(() => expect(shown()).toMatchObject({ digest: true }));
  requests[0]?.refuse();
  await refused;
  expect(shown()).toMatchObject({ digest: true });
  await vi.waitFor(() => expect(requests).toHaveLength(2));
  requests[1]?.answer();
  await changing;
  expect(shown()).toEqual({ mail: false, digest: true });
});
