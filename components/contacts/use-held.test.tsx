import { QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { renderToStaticMarkup } from "react-dom/server";
import { toast } from "sonner";
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import type { Contact } from "@/lib/client/api-types";
import { contactKeys } from "@/lib/client/contacts";
import { hiddenContacts } from "@/lib/client/held-actions";
import { SpeechProvider } from "@/lib/client/i18n";
import { en } from "@/lib/client/messages/en";
import { useDeleteContacts } from "./use-held";

vi.mock("@/lib/client/session", () => ({ accessToken: async () => "token" }));
vi.mock("sonner", () => ({ toast: Object.assign(vi.fn(), { error: vi.fn(), dismiss: vi.fn() }) }));

const ada = { id: "ada", first_name: "Ada", last_name: null };

/** Presses the button that deletes a contact. */
function deleteAda(queries = new QueryClient()): void {
  let remove: ReturnType<typeof useDeleteContacts> = () => undefined;
  function Page() {
    remove = useDeleteContacts();
    return null;
  }
  renderToStaticMarkup(
    <QueryClientProvider client={queries}>
      <SpeechProvider catalogue={en} language="en" locale="en-GB">
        <Page />
      </SpeechProvider>
    </QueryClientProvider>,
  );
  remove([ada]);
}

beforeEach(() => {
  vi.useFakeTimers();
  vi.stubGlobal("document", { documentElement: { lang: "en" }, cookie: "" });
  vi.stubGlobal("window", { location: { origin: "http://localhost" } });
  vi.stubGlobal("fetch", async () => Response.json({ deleted: 1, change_id: "a-change" }));
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

it("offers the undo of a deletion as long as it can be undone, and no longer", async () => {
  vi.mocked(toast).mockReturnValue("the toast");
  deleteAda();
  expect(toast).toHaveBeenCalledWith(
    expect.stringContaining("Ada"),
    expect.objectContaining({ duration: Number.POSITIVE_INFINITY }),
  );
  await vi.advanceTimersByTimeAsync(4999);
  expect(toast.dismiss).not.toHaveBeenCalled();
  await vi.advanceTimersByTimeAsync(1);
  expect(toast.dismiss).toHaveBeenCalledWith("the toast");
});

it("leaves a deleted contact out of every cached list, and hides it no longer: it may come back", async () => {
  const queries = new QueryClient();
  const key = contactKeys.list({});
  const page = (...ids: string[]) => ({ data: ids.map((id) => ({ id }) as Contact), nextCursor: null });
  queries.setQueryData(key, {
    pages: [
      { ...page("ada", "grace"), total: 7 },
      { ...page("edsger"), total: 7 },
    ],
    pageParams: [null, "grace"],
  });
  deleteAda(queries);
  expect(hiddenContacts.get()).toContain("ada");
  await vi.advanceTimersByTimeAsync(5000);
  await vi.waitFor(() => expect(hiddenContacts.get()).not.toContain("ada"));
  expect(queries.getQueryData(key)).toMatchObject({
    pages: [
      { ...page("grace"), total: 6 },
      { ...page("edsger"), total: 6 },
    ],
  });
});
