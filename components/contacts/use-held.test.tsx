import { QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { renderToStaticMarkup } from "react-dom/server";
import { toast } from "sonner";
import { afterEach, beforeEach, expect, it, vi } from "vitest";
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
  vi.stubGlobal("document", { documentElement: { lang: "en" } });
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
