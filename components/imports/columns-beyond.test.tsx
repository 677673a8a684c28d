import { renderToStaticMarkup } from "react-dom/server";
import { expect, it } from "vitest";
import { SpeechProvider } from "@/lib/client/i18n";
import { en } from "@/lib/client/messages/en";
import { ColumnsBeyond } from "./columns-beyond";

function said(columns: number): string {
  const suggestions = Array.from({ length: columns }, (_, n) => ({
    header: `Column ${n + 1}`,
    field: "skip",
    confidence: "low" as const,
    reason_code: "beyond_custom_fields" as const,
  }));
  const draft = { columnMapping: Object.fromEntries(suggestions.map(({ header }) => [header, "skip"])) };
  const page = renderToStaticMarkup(
    <SpeechProvider catalogue={en} language="en" locale="en-GB">
      <ColumnsBeyond preview={{ suggestions, draft }} />
    </SpeechProvider>,
  );
  return page.replace(/<[^>]+>/g, "");
}

it("names the first ten columns that are lost, and how many more there are", () => {
  expect(said(10)).toMatch(/“Column 9” and “Column 10”\. To keep/);
  expect(said(188)).toMatch(/“Column 10” and 178 more\. To keep/);
});
