import { renderToStaticMarkup } from "react-dom/server";
import { expect, it } from "vitest";
import { SpeechProvider } from "@/lib/client/i18n";
import { en } from "@/lib/client/messages/en";
import type { ImportDiffRow } from "@/lib/client/review";
import { ReviewFilters } from "./review-filters";
import { RowBody } from "./row-body";

const render = (content: React.ReactNode) =>
  renderToStaticMarkup(
    <SpeechProvider catalogue={en} language="en" locale="en-GB">
      {content}
    </SpeechProvider>,
  );

const moved: ImportDiffRow = {
  ...{ row: 1, line: 2, kind: "update", email: "new@example.com", left_out: false, repeats: null },
  ...{ tags_added: [], opt_out: null, invented_name: false, error: null },
  changes: [{ field: "email", old: "old@example.com", new: "new@example.com" }],
};

it("shows of a contact that moves both addresses", () => {
  const page = render(
    <RowBody row={moved} headers={[]} say={(_, value) => String(value)} isOpen skipped="" />,
  );
  expect(page).toMatch(/<del.*old.*<ins.*new/);
});

it("lets those that move be filtered", () => {
  const state = { kind: null, field: null, q: "" };
  const filter = {
    state,
    setState: async () => new URLSearchParams(),
    filter: { kind: null, field: null, search: "" },
  };
  const fields = [{ field: "email", rows: 3, create: 0, update: 3 }];
  expect(render(<ReviewFilters fields={fields} filter={filter} />)).toContain("E-mail (3)");
});
