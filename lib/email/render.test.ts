import { expect, it } from "vitest";
import { oneLine } from "@/lib/header-line";
import { hostileMarkup, hostileSubjects } from "@/lib/testing/hostile";
import { textToHtml } from "./html";
import type { MailKind, Payload } from "./kinds";
import { renderMail } from "./render";

const digest: Payload<"weekly_digest"> = {
  from: "2026-11-09T08:00:00.000Z",
  to: "2026-11-16T08:00:00.000Z",
  new_contacts: 1,
  new_contacts_before: 0,
  unsubscribes: 2,
  total_contacts: 12345,
  imports: { completed: 1, failed: 1, failed_rows: 7 },
  exports: { completed: 0, failed: 0 },
  tags: [{ name: "customer", emoji: "⭐", contacts: 31 }],
};

/** Every template with `text` in each place that users can fill. */
const filled = (text: string): { [K in MailKind]: Payload<K> } => ({
  welcome: {},
  import_completed: {
    importId: "0190a6f2-8c1e-7d40-9b1e-3f2c5a7d9e10",
    filename: text,
    status: "completed",
    created: 3,
    updated: 2,
    unchanged: 1,
    skipped: 0,
    failed: 1,
    optedOut: 2,
    failedOptOuts: 1,
    skippedOptOuts: 1,
    total: 6,
    errors: [{ row: 4, column: text, message: text }],
  },
  export_completed: { exportId: "x", filename: text, total_rows: 9 },
  webhook_disabled: { endpointId: "x", host: text, reason: "failing" },
  weekly_digest: { ...digest, tags: [{ name: text, emoji: text, contacts: 3 }] },
});

const kinds: MailKind[] = [
  "welcome",
  "import_completed",
  "export_completed",
  "weekly_digest",
  "webhook_disabled",
];

/** Every tag begins with this character, so equal numbers mean that no text became a tag. */
const angles = (html: string) => html.split("<").length;

it.each(kinds)("escapes whatever people typed in the %s mail", async (kind) => {
  const plain = angles((await renderMail(kind, filled("plain")[kind])).html);
  for (const payload of hostileMarkup) {
    const { html } = await renderMail(kind, filled(payload)[kind]);
    expect(angles(html), payload).toBe(plain);
  }
});

it("escapes the text of a one-off e-mail", () => {
  expect(hostileMarkup).toHaveLength(100);
  for (const payload of hostileMarkup)
    expect(angles(textToHtml(payload)), payload).toBe(angles(textToHtml("plain")));
});

it("would notice markup that is passed through", () => {
  const unescaped = (text: string) => textToHtml("plain").replace("plain", text);
  const alive = hostileMarkup.filter((payload) => angles(unescaped(payload)) !== angles(unescaped("plain")));
  expect(alive).toHaveLength(hostileMarkup.length);
});

it("keeps line breaks and indentation of a one-off e-mail", () => {
  expect(textToHtml("a\n\n  b\r\nc")).toContain("a<br>\n<br>\n&nbsp;&nbsp;b<br>\nc");
});

it.each(kinds)("renders the same bytes again for the %s mail", async (kind) => {
  const payload = filled("Müller & Söhne.csv")[kind];
  expect(await renderMail(kind, payload)).toEqual(await renderMail(kind, structuredClone(payload)));
});

it.each(kinds)("keeps the subject of the %s mail on one line, whatever a file is called", async (kind) => {
  for (const name of hostileSubjects) {
    const { subject } = await renderMail(kind, filled(name)[kind]);
    expect(subject).not.toMatch(/[\p{Cc}\u2028\u2029]/u);
    expect(subject.length).toBeLessThan(200);
  }
});

it("says in text what it says in HTML", async () => {
  const { text, subject } = await renderMail("weekly_digest", digest);
  expect(subject).toBe("Your week, 9 November to 16 November: 1 new contact");
  expect(text).toMatch(/New contacts · 0 the week before +1\n/);
  expect(text).toMatch(/Contacts in total +12,345\n/);
  expect(text).toMatch(/Rows rejected +7\n/);
  expect(text).toMatch(/⭐ customer +31\n/);
});

it("names the first failed rows of an import and links to it", async () => {
  const { text, subject } = await renderMail("import_completed", filled("people.csv").import_completed);
  expect(subject).toBe("Import finished: people.csv");
  expect(text).toContain("Row 4, people.csv: people.csv");
  expect(text).toContain("/imports/0190a6f2-8c1e-7d40-9b1e-3f2c5a7d9e10");
});

it("cuts names at whole characters and takes direction overrides out", () => {
  expect(oneLine("\u202egpj.exe\u2066", 40)).toBe("gpj.exe");
  expect(oneLine("😀".repeat(5), 3)).toBe("😀😀…");
});
