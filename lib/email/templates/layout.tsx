import { Body } from "@react-email/body";
import { Container } from "@react-email/container";
import { Head } from "@react-email/head";
import { Heading } from "@react-email/heading";
import { Html } from "@react-email/html";
import { Link } from "@react-email/link";
import { Preview } from "@react-email/preview";
import { Section } from "@react-email/section";
import { Text } from "@react-email/text";
import type { ReactNode } from "react";
import type { Speech } from "@/lib/email/speech";

/**
 * Light colours are inline, because many clients drop style sheets; the style sheet only switches to dark ones.
 * Clients that invert colours themselves (Gmail, Outlook) get plain colours on white, which survive that.
 */
const dark = `
:root { color-scheme: light dark; supported-color-schemes: light dark }
@media (max-width: 600px) {
  .page > table > tbody > tr > td { padding: 0 !important; background: #ffffff !important }
  .sheet { border: 0 !important; padding: 28px 20px !important }
}
@media (prefers-color-scheme: dark) {
  .page, .page > table > tbody > tr > td { background: #101415 !important }
  .sheet { background: #181e20 !important; border-color: #31393c !important }
  .ink { color: #eaeeee !important }
  .muted { color: #aab4b7 !important }
  .line { border-color: #31393c !important }
  .accent { color: #7ad1b3 !important }
  .bad { color: #f2a199 !important }
  .button { background-color: #7ad1b3 !important; color: #0b2a22 !important }
}
`;

export const ink = "#182224";
export const muted = "#566164";
export const accent = "#0d5a48";
export const bad = "#a3291c";
export const line = "#dfe4e5";
const font = "-apple-system, BlinkMacSystemFont, 'Segoe UI', Roboto, Helvetica, Arial, sans-serif";

/** Properties of every mail of the system besides its payload. */
export interface MailProps {
  speech: Speech;
  appUrl: string;
}

interface LayoutProps {
  language: Speech["language"];
  /** The preview line that mail clients show after the subject. */
  preview: string;
  title: string;
  /** Why the reader gets this mail, and how to change that. */
  footer: ReactNode;
  children: ReactNode;
}

/** The footer of a mail that can be switched off. */
export function Reason({ text, speech, appUrl }: MailProps & { text: string }) {
  return (
    <>
      {text}{" "}
      <Link className="accent" href={`${appUrl}/settings`} style={{ color: accent }}>
        {speech.t("settings")}
      </Link>
    </>
  );
}

/** The layout of every mail: name, heading, content, and why it was sent. */
export function Layout({ language, preview, title, footer, children }: LayoutProps) {
  return (
    <Html lang={language}>
      <Head>
        <title>{title}</title>
        <meta name="color-scheme" content="light dark" />
        <meta name="supported-color-schemes" content="light dark" />
        <style>{dark}</style>
      </Head>
      <Preview>{preview}</Preview>
      <Body
        className="page"
        style={{ margin: 0, padding: "32px 12px", background: "#f6f8f8", fontFamily: font }}
      >
        <Container className="sheet" style={sheet}>
          <Text className="accent" style={{ margin: 0, fontSize: 15, fontWeight: 700, color: accent }}>
            Kith
          </Text>
          <Heading as="h1" className="ink" style={heading}>
            {title}
          </Heading>
          {children}
          <Section className="line" style={{ marginTop: 32, borderTop: `1px solid ${line}`, paddingTop: 16 }}>
            <Text className="muted" style={{ margin: 0, fontSize: 13, lineHeight: "20px", color: muted }}>
              {footer}
            </Text>
          </Section>
        </Container>
      </Body>
    </Html>
  );
}

const sheet = {
  maxWidth: 560,
  padding: "32px 36px",
  background: "#ffffff",
  border: `1px solid ${line}`,
  borderRadius: 8,
} as const;

const heading = {
  margin: "20px 0 12px",
  fontSize: 22,
  lineHeight: "28px",
  fontWeight: 600,
  color: ink,
  wordBreak: "break-word",
} as const;
