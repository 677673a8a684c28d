import { renderToStaticMarkup } from "react-dom/server";
import { expect, it, vi } from "vitest";
import { SpeechProvider } from "@/lib/client/i18n";
import { en } from "@/lib/client/messages/en";
import { ConfirmDelete, ConfirmUnsubscribe } from "./confirmations";

vi.mock("@/components/ui/confirm", () => ({
  Confirm: ({ description }: { description: string }) => description,
}));
const question = { onClose: () => undefined, onConfirm: () => undefined };

it.each([ConfirmDelete, ConfirmUnsubscribe])(
  "says of a large change that its 30 days may end early",
  (Asked) => {
    const said = (count: number) =>
      renderToStaticMarkup(
        <SpeechProvider catalogue={en} language="en" locale="en-GB">
          <Asked {...question} count={count} />
        </SpeechProvider>,
      );
    expect(said(100_000)).toContain("If newer changes concern 1,000,000 contacts, the 30 days end earlier.");
    expect(said(99_999)).not.toContain("end earlier");
  },
);
