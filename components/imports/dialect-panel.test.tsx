import { renderToStaticMarkup } from "react-dom/server";
import { expect, it } from "vitest";
import { SpeechProvider } from "@/lib/client/i18n";
import type { ImportPreview } from "@/lib/client/imports";
import { en } from "@/lib/client/messages/en";
import { DialectPanel } from "./dialect-panel";

function said(kind: "xlsx" | "json" | "vcard"): string {
  const preview = {
    ...{ encoding: "utf-8", delimiter: ",", headerRow: 1, headerLine: 1, preamble: [], certainty: {} },
    ...{ source: { kind }, warnings: [], top: [], draft: { dialect: {} } },
  } as unknown as ImportPreview;
  const page = renderToStaticMarkup(
    <SpeechProvider catalogue={en} language="en" locale="en-GB">
      <DialectPanel preview={preview} onChange={() => undefined} />
    </SpeechProvider>,
  );
  return page.replace(/<[^>]+>/g, " ");
}

it("names a line of column names only where one has them", () => {
  expect(said("xlsx")).toContain("column names in line 1");
  for (const kind of ["json", "vcard"] as const) expect(said(kind)).not.toMatch(/line|Column names/);
});
