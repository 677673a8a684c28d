import { render, toPlainText } from "@react-email/render";
import type { ReactElement } from "react";
import type { Language } from "@/lib/client/messages/catalogue";
import { env } from "@/lib/env";
import type { MailKind, Payload } from "./kinds";
import { type Speech, speechIn } from "./speech";
import { AccountMail, type AccountMailProps } from "./templates/account";
import { ExportFinishedMail, exportFinishedSubject } from "./templates/export-finished";
import { ImportFinishedMail, importFinishedSubject } from "./templates/import-finished";
import type { MailProps } from "./templates/layout";
import { WebhookDisabledMail, webhookDisabledSubject } from "./templates/webhook-disabled";
import { WeeklyDigestMail, weeklyDigestSubject } from "./templates/weekly-digest";
import { WelcomeMail, welcomeSubject } from "./templates/welcome";

interface RenderedMail {
  subject: string;
  html: string;
  text: string;
}

type Template<P> = {
  subject: (payload: P, speech: Speech) => string;
  body: (props: P & MailProps) => ReactElement;
};

const templates: { [K in MailKind]: Template<Payload<K>> } = {
  welcome: { subject: welcomeSubject, body: WelcomeMail },
  import_completed: { subject: importFinishedSubject, body: ImportFinishedMail },
  export_completed: { subject: exportFinishedSubject, body: ExportFinishedMail },
  weekly_digest: { subject: weeklyDigestSubject, body: WeeklyDigestMail },
  webhook_disabled: { subject: webhookDisabledSubject, body: WebhookDisabledMail },
};

/**
 * A mail as HTML and as text. The same payload in the same language gives the same bytes: the provider compares a
 * repeated request with the first one. Loading this module takes 0.8 s, so only the worker does, when there is
 * something to send.
 */
export async function renderMail<K extends MailKind>(
  kind: K,
  payload: Payload<K>,
  language: Language = "en",
): Promise<RenderedMail> {
  const { subject, body } = templates[kind];
  const speech = speechIn(language);
  const mail = body({ ...payload, speech, appUrl: env().APP_URL });
  return { subject: subject(payload, speech), ...(await asHtmlAndText(mail)) };
}

/** A mail about an account; its title is the subject. */
export async function renderAccountMail(props: AccountMailProps): Promise<RenderedMail> {
  return { subject: props.title, ...(await asHtmlAndText(<AccountMail {...props} />)) };
}

async function asHtmlAndText(mail: ReactElement) {
  const html = await render(mail);
  return { html, text: plainText(html) };
}

/** Headings stay as they are written, a table row becomes one line, a link shows its address. */
function plainText(html: string): string {
  return toPlainText(html, {
    selectors: [
      { selector: "h1", options: { uppercase: false } },
      { selector: "h2", options: { uppercase: false } },
      { selector: "table.figures", format: "dataTable", options: { colSpacing: 2 } },
    ],
  });
}
