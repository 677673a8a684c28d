import { describe, expect, it } from "vitest";
import { suggestMapping } from "./suggest";

/** Files contributed by a reviewer in which consent was withdrawn and no question was asked. */

const asked = (headers: string[], cells: string[][]) => {
  const rows = cells.map((more, n) => [`p${n}@example.com`, ...more]);
  return suggestMapping(["email", ...headers], rows)
    .slice(1)
    .filter(({ question, field }) => question === "consent" || field === "is_unsubscribed")
    .map(({ header }) => header);
};

describe("consent that was given and revoked", () => {
  it.each([
    ["Consent", ["given 2021-01-01", "revoked 2023-04-05"]],
    ["Consent", ["Yes 2021-01-01", "No 2021-01-02"]],
    ["Consent", ["2021-01-01 (revoked 2023-04-05)", "2021-01-01"]],
    ["GDPR consent", ["given 2021-01-01", "revoked 2023-04-05"]],
    ["Consent date", ["2021-01-01", "2021-01-01 (revoked 2023-04-05)"]],
    ["Data da revogação", ["", "2024-02-14"]],
    ["Newsletter bis", ["31.01.2023", ""]],
    ["Kontaktsperre", ["keine", "E-Mail"]],
    ["Kontaktsperre", ["", "E-Mail"]],
  ])("%s: %j is asked about", (header, cells) => {
    expect(asked([header], [...cells.map((cell) => [cell]), [cells[0] ?? ""]])).toEqual([header]);
  });

  it.each([
    ["Samtycke", "Samtycke återkallat", "ja"],
    ["Samtykke", "Samtykke trukket tilbake", "ja"],
    ["Hozzájárulás", "Hozzájárulás visszavonva", "igen"],
    ["Согласие", "Дата отзыва согласия", "да"],
    ["Privola", "Datum povlačenja privole", "da"],
    ["Sutikimas", "Sutikimo atšaukimo data", "taip"],
    ["Suostumus", "Suostumus peruttu", "kyllä"],
    ["Consent", "Consent end date", "yes"],
    ["Consentimento", "Data da revogação", "sim"],
  ])("%s beside the day of its end: %s", (flag, end, yes) => {
    const found = asked(
      [flag, end],
      [
        [yes, ""],
        [yes, "2024-02-14"],
        [yes, ""],
      ],
    );
    expect(found).toContain(end);
  });
});

describe("an answer that is neither yes nor no", () => {
  it.each([
    ["Want to hear from us?", ["Yes", "No", "Maybe"]],
    ["Would you like to hear from us by email?", ["Yes please", "No thanks", "Yes please"]],
    ["Mag ik je wat sturen?", ["Ja", "Liever niet", "Ja"]],
    ["समाचार पत्र चाहिए", ["हाँ", "नहीं", "मना किया"]],
  ])("%s: %j is asked about", (header, cells) => {
    expect(
      asked(
        [header],
        cells.map((cell) => [cell]),
      ),
    ).toEqual([header]);
  });

  it.each([
    ["Dietary requirements", ["Vegan", "No nuts", "Halal"]],
    ["Motto", ["No pain no gain", "Carpe diem", "Yes we can"]],
  ])("%s: %j is not", (header, cells) => {
    expect(
      asked(
        [header],
        cells.map((cell) => [cell]),
      ),
    ).toEqual([]);
  });
});

describe("notes of people who want no mail", () => {
  it.each([
    "peidiwch ag anfon e-byst",
    "usinitumie barua pepe tena",
    "пожалуйста, больше не пишите",
    "більше не пишіть, будь ласка",
    "prosím nepište mi",
    "nemojte mi više slati mailove",
    "vă rog nu îmi mai scrieți",
    "proszę nie wysyłajcie nic",
    "lütfen artık yazmayın",
    "μη μου στέλνετε άλλα",
    "palun ärge saatke enam",
    "lūdzu nesūtiet vairāk",
    "skicka inte mer",
    "ikke send mer",
  ])("%s", (cell) => {
    expect(asked(["Notes"], [["likes tea"], [cell]])).toEqual(["Notes"]);
  });
});

describe("beside a flag, who left is asked about or read", () => {
  it.each([
    ["Consent", "Withdrawn", ["", "x", ""]],
    ["Newsletter", "Cancelled", ["no", "yes", "no"]],
    ["Newsletter", "Delete", ["", "x", ""]],
    ["Newsletter", "Gestrichen", ["", "x", ""]],
    ["Einwilligung", "Zurückgezogen", ["", "ja", ""]],
    ["Consentement", "Retiré", ["", "oui", ""]],
    ["Infolettre", "Résilié", ["", "x", ""]],
    ["Boletín", "Cancelado", ["", "sí", ""]],
    ["Newsletter", "Action", ["", "remove", ""]],
    ["Opt-in", "Change", ["", "now no", ""]],
    ["Newsletter", "Blocked", ["", "email", ""]],
    ["Newsletter", "Tags", ["vip", "no-mail", "lead"]],
    ["Newsletter", "Company", ["Acme", "no mail", "Works"]],
  ])("%s, %s: %j", (flag, header, cells) => {
    const rows = cells.map((cell) => ["yes", cell]);
    expect(asked([flag, header], [...rows, ["no", ""]])).toContain(header);
  });
});

describe("a header that says more than one thing is asked about", () => {
  it.each([
    "I agree to receive emails. You can unsubscribe at any time.",
    "Newsletter (unsubscribe at any time)",
    "Newsletter (jederzeit abbestellbar)",
    "Einwilligung bis Widerruf",
    "Abonnement newsletter (désinscription à tout moment)",
    "Рассылка (можно отписаться)",
    "接收邮件（可随时退订）",
    "メール配信希望（いつでも解除可）",
    "Newsletter (no ads)",
    "Subscribe (no double opt-in)",
    "Newsletter (formerly Blacklist)",
    "Pension opt-out",
    "Removed from stock",
    "Blacklisted supplier",
    "Unsubscribe undone",
  ])("%s", (header) => {
    const rows = [["yes"], ["no"], ["yes"], ["no"]];
    expect(
      suggestMapping(
        ["email", header],
        rows.map((more, n) => [`p${n}@example.com`, ...more]),
      )[1],
    ).toMatchObject({ question: "consent" });
  });
});
