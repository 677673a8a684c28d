import { QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { renderToStaticMarkup } from "react-dom/server";
import { expect, it, vi } from "vitest";
import { SpeechProvider } from "@/lib/client/i18n";
import { en } from "@/lib/client/messages/en";
import { ConfirmDelete, ConfirmUnsubscribe } from "./confirmations";
import { SetFieldDialog } from "./set-field-dialog";

vi.mock("@/components/ui/confirm", () => ({
  Confirm: ({ description }: { description: string }) => description,
}));
vi.mock("@/components/ui/dialog", () => ({
  Dialog: ({ description }: { description: string }) => description,
  FormActions: () => null,
}));
const nothing = () => Promise.resolve();
const question = { onClose: nothing, onConfirm: nothing, begin: nothing };

it.each([ConfirmDelete, ConfirmUnsubscribe, SetFieldDialog])(
  "says of a large change that its 30 days may end early",
  (Asked) => {
    const said = (count: number) =>
      renderToStaticMarkup(
        <QueryClientProvider client={new QueryClient()}>
          <SpeechProvider catalogue={en} language="en" locale="en-GB">
            <Asked {...question} count={count} />
          </SpeechProvider>
        </QueryClientProvider>,
      );
    expect(said(100_000)).toContain("If newer changes affect 1,000,000 contacts, the 30 days end earlier.");
    expect(said(99_999)).not.toContain("end earlier");
  },
);
