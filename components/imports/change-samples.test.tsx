import { renderToStaticMarkup } from "react-dom/server";
import { expect, it } from "vitest";
import { SpeechProvider } from "@/lib/client/i18n";
import { de } from "@/lib/client/messages/de";
import { ChangeSamples } from "./change-samples";

it("writes numbers, dates and a no as the language does", () => {
  const columnTypes = {
    Umsatz: { type: "number" as const },
    Seit: { type: "date" as const },
    VIP: { type: "boolean" as const },
  };
  const headers = Object.keys(columnTypes);
  const draft = {
    columnMapping: Object.fromEntries(headers.map((header) => [header, `custom_fields.${header}`])),
    columnTypes,
  };
  const sample = {
    ...{ row: null, line: 2, email: "ada@example.com", invented_name: false },
    before: { custom_fields: { VIP: true } },
    after: { custom_fields: { Umsatz: 1234.5, Seit: "2019-02-01", VIP: false } },
  };
  const page = renderToStaticMarkup(
    <SpeechProvider catalogue={de} language="de" locale="de-DE">
      <ChangeSamples samples={[sample]} newTags={[]} draft={draft} />
    </SpeechProvider>,
  );
  const said = page.replace(/<[^>]+>/g, " ").replace(/\s+/g, " ");
  expect(said).toContain("1.234,5");
  expect(said).toContain("01.02.2019");
  expect(said).toMatch(/VIP\W+Ja Nein/);
});
