import { expect, it } from "vitest";
import { catalogues } from "@/lib/client/messages/all";
import { languages, translator } from "@/lib/client/messages/catalogue";
import { sayReason } from "./suggestion-reason";

const mapping = { "Telefon (geschäftlich)": "phone", "Telefon (privat)": "skip" };
const filled_by = { field: "phone", header: "Telefon (geschäftlich)" };
const lost = { header: "Telefon (privat)", field: "skip", confidence: "low", filled_by } as const;
const taken = { ...lost, reason_code: "field_taken" } as const;
const kept = { ...lost, field: "custom_fields.Telefon (privat)", reason_code: "kept_as_custom" } as const;
const english = translator(catalogues.en, "en");
const names: Record<string, string> = { phone: "Phone", first_name: "First name" };
const nameOf = (field: string) => names[field] ?? field;

it("says what the header means in the words of the contact's field", () => {
  const means = {
    header: "Vorname",
    field: "first_name",
    confidence: "high",
    reason_code: "header_means",
  } as const;
  expect(sayReason(english, means, {}, nameOf)).toBe("Header means “First name”.");
});

it("names the column that fills the field instead, in every language", () => {
  expect(sayReason(english, taken, mapping, nameOf)).toBe(
    "Phone is already filled by “Telefon (geschäftlich)”.",
  );
  for (const language of languages) {
    const t = translator(catalogues[language], language);
    for (const one of [taken, kept])
      expect(sayReason(t, one, mapping, nameOf)).toMatch(/Phone.*geschäftlich|geschäftlich.*Phone/);
  }
});

it("names the one that fills it now, and none once the field is free", () => {
  const moved = { Mobil: "phone", "Telefon (geschäftlich)": "skip" };
  expect(sayReason(english, taken, moved, nameOf)).toBe("Phone is already filled by “Mobil”.");
  expect(sayReason(english, taken, {}, nameOf)).toBe("");
  expect(sayReason(english, kept, {}, nameOf)).toBe("No standard field. Kept as a custom field.");
});
