import { render, toPlainText } from "@react-email/components";
import type { ReactElement } from "react";
import { env } from "@/lib/env";
import type { MailKind, Payload } from "./kinds";
import { AccountMail, type AccountMailProps } from "./templates/account";
import { ExportFinishedMail, exportFinishedSubject } from "./templates/export-finished";
import { ImportFinishedMail, importFinishedSubject } from "./templates/import-finished";
import { WebhookDisabledMail, webhookDisabledSubject } from "./templates/webhook-disabled";
import { WeeklyDigestMail, weeklyDigestSubject } from "./templates/weekly-digest";
import { WelcomeMail, welcomeSubject } from "./templates/welcome";

export interface RenderedMail {
  subject: string;
  html: string;
  text: string;
}

type Template<P> = { subject: (payload: P) => string; body: (payload: P, appUrl: string) => ReactElement };

const templates: { [K in MailKind]: Template<Payload<K>> } = {
  welcome: { subject: welcomeSubject, body: (_, appUrl) => <WelcomeMail appUrl={appUrl} /> },
  import_completed: {
    subject: importFinishedSubject,
    body: (payload, appUrl) => <ImportFinishedMail {...payload} appUrl={appUrl} />,
  },
  export_completed: {
    subject: exportFinishedSubject,
    body: (payload, appUrl) => <ExportFinishedMail {...payload} appUrl={appUrl} />,
  },
  weekly_digest: {
    subject: weeklyDigestSubject,
    body: (payload, appUrl) => <WeeklyDigestMail {...payload} appUrl={appUrl} />,
  },
  webhook_disabled: {
    subject: webhookDisabledSubject,
    body: (payload, appUrl) => <WebhookDisabledMail {...payload} appUrl={appUrl} />,
  },
};

/**
 * A mail as HTML and as text. The same payload gives the same bytes: the provider compares a repeated request with
 * the first one. Loading this module takes 0.8 s, so only the worker does, when there is something to send.
 */
export async function renderMail<K extends MailKind>(kind: K, payload: Payload<K>): Promise<RenderedMail> {
  const { subject, body } = templates[kind];
  return { subject: subject(payload), ...(await asHtmlAndText(body(payload, env().APP_URL))) };
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
