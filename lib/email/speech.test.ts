import { describe, expect, it } from "vitest";
import { languages, type Message } from "@/lib/client/messages/catalogue";
import { languageOf, type MailKind, type Payload } from "./kinds";
import { renderAccountMail, renderMail } from "./render";
import { mailWords, speechIn } from "./speech";

const payloads: { [K in MailKind]: Payload<K> } = {
  welcome: {},
  import_completed: {
    ...{ importId: "x", filename: "people.csv", status: "completed", total: 1203 },
    ...{
      created: 1200,
      updated: 2,
      unchanged: 1,
      skipped: 1,
      failed: 1,
      optedOut: 1,
      failedOptOuts: 1,
      skippedOptOuts: 1,
    },
    errors: [{ row: 4, line: 5, column: "E-Mail", code: "email_invalid", message: "own words" }],
  },
  export_completed: { exportId: "x", filename: "people.csv", total_rows: 1 },
  webhook_disabled: { endpointId: "x", host: "crm.example.com", reason: "gone" },
  weekly_digest: {
    ...{ from: "2026-11-09T08:00:00.000Z", to: "2026-11-16T08:00:00.000Z" },
    ...{ new_contacts: 2, new_contacts_before: 1, unsubscribes: 0, total_contacts: 12345 },
    imports: { completed: 1, failed: 1, failed_rows: 7 },
    exports: { completed: 0, failed: 1 },
    tags: [],
  },
};
const kinds = [
  "welcome",
  "import_completed",
  "export_completed",
  "webhook_disabled",
  "weekly_digest",
] as const;

const valuesIn = (message: Message) =>
  (typeof message === "string" ? [message] : Object.values(message)).map((text) =>
    [...new Set([...text.matchAll(/\{\w+\}/g)].map(([name]) => name))].sort().join(),
  );

describe.each(languages)("mails in %s", (language) => {
  it("say the same values as in English, in every plural form", () => {
    const wanted = new Intl.PluralRules(language).resolvedOptions().pluralCategories.sort();
    for (const [key, message] of Object.entries<Message>(mailWords.en)) {
      const said: Message = Reflect.get(mailWords[language], key);
      expect(new Set(valuesIn(said)), key).toEqual(new Set(valuesIn(message)));
      if (typeof said !== "string") expect(Object.keys(said).sort(), key).toEqual(wanted);
    }
  });

  it("leave nothing open and nothing in English", async () => {
    for (const kind of kinds) {
      const mail = await renderMail(kind, payloads[kind], language);
      const english = await renderMail(kind, payloads[kind]);
      expect(mail.html).toContain(`lang="${language}"`);
      expect(`${mail.subject}${mail.text}`, kind).not.toMatch(/\{\w+\}|own words/);
      expect(mail.subject === english.subject, kind).toBe(language === "en");
    }
    const failed = { ...payloads.export_completed, failure: "storage_full" } as const;
    const { subject, text: reason } = await renderMail("export_completed", failed, language);
    expect(subject).not.toBe(
      (await renderMail("export_completed", payloads.export_completed, language)).subject,
    );
    expect(reason.replaceAll(/\s+/g, " ")).toContain(speechIn(language).exportFailure("storage_full"));
    const code = { title: "T", intro: "I", note: "N", code: "012345" };
    const { text } = await renderAccountMail({ ...code, language });
    expect(text).toMatch(/012345/);
    expect(text).not.toMatch(/\{\w+\}/);
  });
});

it("counts and dates as the language does", () => {
  expect(speechIn("en").day("2026-11-09T08:00:00Z")).toBe("9 November");
  expect(speechIn("ja").day("2026-11-09T08:00:00Z")).toBe("11月9日");
  expect(speechIn("de").t("contacts", { count: 1200 })).toBe("1.200 Kontakte");
  expect(speechIn("de").reason("email_invalid", "own words")).toBe("Ungültige E-Mail-Adresse");
  expect(speechIn("de").reason("newer", "own words")).toBe("Nicht angenommen: own words");
  expect(speechIn("de").reason(undefined, "own words")).toBe("own words");
});

it("is in English where a mail was queued in no language, or in one that is gone", () => {
  expect([{ language: "fr" }, { language: "xx" }, {}, null].map(languageOf)).toEqual([
    "fr",
    "en",
    "en",
    "en",
  ]);
});
