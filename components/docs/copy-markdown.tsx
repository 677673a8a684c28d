"use client";

import { useT } from "@/lib/client/i18n";
import { CopyText } from "./code";

/** Copies an operation to the clipboard as Markdown, for a note or an assistant. */
export function CopyMarkdown({ operation }: { operation: string }) {
  const t = useT();
  const text = async () => (await fetch(`/docs.md?operation=${operation}`)).text();
  return <CopyText label={t("docs.markdown.copy")} text={text} />;
}
