"use client";

import { Badge } from "@/components/ui/badge";
import { Link } from "@/components/ui/link";
import { partsOf, useConfig } from "@/lib/client/config";
import { useT } from "@/lib/client/i18n";
import { Section } from "./section";

/** Which parts run in this process and which are hosted, and where the embedded ones keep their data. */
export function PartsSection({ dataFolder }: { dataFolder: string | null }) {
  const t = useT();
  const { embedded, inbox } = useConfig();
  return (
    <Section id="parts" title={t("settings.parts")} body={t("settings.parts.body")}>
      <ul>
        {partsOf(embedded).map((part) => (
          <li
            key={part}
            className="flex flex-wrap items-center justify-between gap-x-4 gap-y-1 border-line border-b py-2.5 text-sm first:pt-0 last:border-b-0"
          >
            <span>{t(`settings.parts.${part}`)}</span>
            <span className="flex items-center gap-3">
              {part === "mail" && inbox && (
                <Link
                  href="/inbox"
                  className="inline-flex min-h-6 items-center text-accent underline underline-offset-3"
                >
                  {t("settings.parts.inbox")}
                </Link>
              )}
              <Badge tone={embedded[part] ? "accent" : "neutral"}>
                {t(embedded[part] ? "settings.parts.embedded" : "settings.parts.hosted")}
              </Badge>
            </span>
          </li>
        ))}
      </ul>
      {dataFolder && (
        <p className="mt-4 text-muted text-sm">
          {t("settings.parts.folder")}:{" "}
          <code className="select-all break-all font-mono text-xs">{dataFolder}</code>
        </p>
      )}
    </Section>
  );
}
