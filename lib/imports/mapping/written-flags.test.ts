import { expect, it } from "vitest";
import { suggestMapping } from "./suggest";

/** The last column of a list with these cells, alone or beside a flag that marks nobody. */
function suggested(header: string, choices: string[], besideFlag = false) {
  const headers = ["E-Mail", ...(besideFlag ? ["Email Opt Out"] : []), header];
  const rows = Array.from({ length: 8 }, (_, n) => [
    `p${n}@example.com`,
    ...(besideFlag ? ["no"] : []),
    choices[n % choices.length] ?? "",
  ]);
  return suggestMapping(headers, rows).at(-1);
}

it.each([
  // As pandas and Access write yes and no.
  ["Wants mail", ["1.0", "0.0"]],
  ["Wants mail", ["1,0", "0,0"]],
  ["Mail ban", ["-1", "0"]],
  // "No" is no number there.
  ["No longer wants mail", ["1", "0"]],
  ["No enviar", ["2", "1"]],
  // Yes and no of spreadsheets in other languages.
  ["Mail ban", ["참", "거짓"]],
  // Days on which somebody refused, or agreed.
  ["Pas de mailing", ["2024-03-01", ""]],
  ["Geen post", ["45000", ""]],
  ["Boletim", ["2024-03-01", ""]],
  ["Permission", ["2024-03-01", ""]],
  ["ملغى", ["١", "٠"]],
  // Ways of reaching people, without mail for some.
  ["Channels", ["email, sms, phone", "sms, phone"]],
  ["Kontaktwege", ["E-Mail; Telefon", "Telefon", "Brief; Telefon"]],
  // Names of lists that are no names.
  ["Im Verteiler", ["X", "-"]],
  ["Im Verteiler", ["2024-03-01", ""]],
  ["Gruppe", ["+", "-"]],
])("asks about “%s” with %j", (header, choices) => {
  expect(suggested(header, choices)?.question).toBe("consent");
});

it.each([
  ["Nyhedsbrev", ["ja (2019)", "nej (2020)"]],
  ["Hírlevél", ["igen (2019)", "nem (2020)"]],
  ["뉴스레터", ["예 (2019)", "아니오 (2020)"]],
  ["จดหมายข่าว", ["ใช่ (2019)", "ไม่ (2020)"]],
  ["OK to email", ["X", "-"]],
  ["Pas de mailing", ["2024-03-01", ""]],
  ["Spravodaj", ["áno", "nie"]],
  ["Kieltänyt", ["kyllä", "ei"]],
])("asks about “%s” with %j, or reads it, beside a flag", (header, choices) => {
  const { question, field } = suggested(header, choices, true) ?? {};
  expect(question === "consent" || field?.startsWith("is_")).toBe(true);
});

it.each([
  ["Guest status", ["+", "-"]],
  ["Guest status", ["active", "gone"]],
  ["Member status", ["valid", "invalid"]],
  ["Member status", ["enabled", "disabled"]],
  ["Donor status", ["active", "revoked"]],
  ["Teilnehmerstatus", ["aktiv", "gelöscht"]],
  ["properties.mail", ["attivo", "cancellato"]],
  ["properties.mail", ["ok", "bounced"]],
])("asks about the state of people: “%s” with %j", (header, choices) => {
  expect(suggested(header, choices)?.question).toBe("consent");
});

it.each([
  ["Channels", ["email, sms", "email"]],
  ["Lead source", ["Email", "Phone", "SMS"]],
  ["Orders", ["1.0", "0.0"]],
  ["Order No", ["1", "0"]],
  ["No. of visits", ["1", "0"]],
  ["VIP", ["-1", "0"]],
  ["Guest", ["+", ""]],
  ["Guest", ["2", "-"]],
  ["Guest status", ["VIP", "regular"]],
  ["Attendee status", ["Attending", "Checked In", "Not Attending"]],
  ["Mailing last sent", ["2024-03-01", ""]],
  ["Bewerbungsdatum", ["2024-03-01", ""]],
  ["email_verified", ["t", "f"]],
  ["Follow Up", ["yes", "no"]],
  ["Follow-up needed", ["x", ""]],
  ["Wiedervorlage", ["ja", "nein"]],
  ["組", ["A", "B"]],
  ["Gastgeber", ["ja", "nein"]],
])("asks nothing about “%s” with %j", (header, choices) => {
  expect(suggested(header, choices)?.question).toBeUndefined();
});

it("does not mistake an expiry date beside a flag for an opt-out", () => {
  const choices = ["2025-01-01", ""];
  expect(suggested("Expiration date", choices, true)?.question).toBeUndefined();
  expect(suggested("Expired", ["x", ""], true)?.question).toBe("consent");
  expect(suggested("Consent expiration date", choices, true)?.question).toBe("consent");
});
