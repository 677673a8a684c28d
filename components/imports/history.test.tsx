import { renderToStaticMarkup } from "react-dom/server";
import { expect, it } from "vitest";
import { SpeechProvider } from "@/lib/client/i18n";
import type { ImportRecord } from "@/lib/client/imports";
import { en } from "@/lib/client/messages/en";
import { ImportTable } from "./history";

function said(status: ImportRecord["status"]): string {
  const record = {
    ...{ id: "01a22811-3014-7094-a320-9799b596a7a4", filename: "people.csv", status, total_rows: 7 },
    ...{ processed_rows: 0, created_rows: 0, updated_rows: 0, unchanged_rows: 0, skipped_rows: 0 },
    ...{ failed_rows: 0, undo_status: null, created_by: { name: "ada@example.com" }, upload_bytes: null },
    created_at: "2026-11-30T10:00:00.000Z",
  } as unknown as ImportRecord;
  const page = renderToStaticMarkup(
    <SpeechProvider catalogue={en} language="en" locale="en-GB">
      <ImportTable records={[record]} />
    </SpeechProvider>,
  );
  return page.replace(/<[^>]+>/g, " ").replace(/\s+/g, " ");
}

it("shows no figures for an import that has not begun", () => {
  const pending = said("pending");
  expect(pending).toContain("7 rows");
  expect(pending).not.toMatch(/–|Created: |Rejected: /);
  expect(said("completed")).toMatch(/Created: 0 .*Rejected: 0/);
});
