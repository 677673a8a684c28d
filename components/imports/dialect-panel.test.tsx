import { renderToStaticMarkup } from "react-dom/server";
import { expect, it } from "vitest";
import { SpeechProvider } from "@/lib/client/i18n";
import type { ImportPreview } from "@/lib/client/imports";
import { en } from "@/lib/client/messages/en";
import { DelimiterPreviews } from "./delimiter-previews";
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

/** What the card of each delimiter says about a header line. */
function cards(raw: string, delimiter: string, headers: string[]): string[] {
  const preview = { top: [{ record: 1, raw }], headerRow: 1, delimiter, preview: { headers } };
  const page = renderToStaticMarkup(
    <SpeechProvider catalogue={en} language="en" locale="en-GB">
      <DelimiterPreviews preview={preview as unknown as ImportPreview} onChoose={() => undefined} />
    </SpeechProvider>,
  );
  return [...page.matchAll(/<label.*?<\/label>/g)].map(([card]) =>
    card
      .replace(/(<[^>]+>)+/g, " ")
      .replaceAll("&quot;", '"')
      .trim(),
  );
}

it("shows the cells that each delimiter gives, quoted ones whole", () => {
  expect(cards('"Name, first","Company; place",Phone', ",", ["a", "b", "c"])).toEqual([
    "comma 3 columns Name, first │ Company; place │ Phone",
    'semicolon 2 columns "Name, first","Company │  place",Phone',
  ]);
});

it("counts no columns of a line of which it knows the beginning alone", () => {
  const [chosen, other] = cards("a,b;c,d…", ",", Array(40).fill(""));
  expect(chosen).toContain("40 columns");
  expect(other).not.toContain("column");
});
