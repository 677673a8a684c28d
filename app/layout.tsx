import type { Metadata, Viewport } from "next";
import { cookies } from "next/headers";
import type { ReactNode } from "react";
import { mono, sans, sansExtended } from "@/components/fonts";
import { cx } from "@/components/ui/cx";
import { ConfigProvider } from "@/lib/client/config";
import { SpeechProvider } from "@/lib/client/i18n";
import { serverMessages } from "@/lib/client/messages/server";
import { readConfig } from "./config";
import "./globals.css";

export async function generateMetadata(): Promise<Metadata> {
  const { t } = await serverMessages();
  return {
    title: { default: t("app.name"), template: t("app.title", { page: "%s" }) },
    description: t("app.tagline"),
    robots: { index: false },
  };
}

export const viewport: Viewport = {
  width: "device-width",
  initialScale: 1,
  themeColor: [
    { media: "(prefers-color-scheme: light)", color: "#f8fafa" },
    { media: "(prefers-color-scheme: dark)", color: "#0f1416" },
  ],
};

export default async function RootLayout({ children }: { children: ReactNode }) {
  const { catalogue, language, locale } = await serverMessages();
  const theme = (await cookies()).get("kith-theme")?.value;
  const chosen = theme === "light" || theme === "dark" ? theme : undefined;
  return (
    <html
      lang={language}
      data-theme={chosen}
      className={cx(sans.variable, sansExtended.variable, mono.variable)}
    >
      <body>
        <ConfigProvider config={await readConfig()}>
          <SpeechProvider catalogue={catalogue} language={language} locale={locale}>
            {children}
          </SpeechProvider>
        </ConfigProvider>
      </body>
    </html>
  );
}
