"use client";

import { useT } from "@/lib/client/i18n";
import { Button } from "./button";
import { Copy } from "./icons";
import { useCopy } from "./use-copy";

/** Copies what support needs to know: the message, its reference, the page and the time. */
export function CopyDetails({ lines }: { lines: (string | null | undefined)[] }) {
  const t = useT();
  const copy = useCopy();
  const details = () => [...lines, location.href, new Date().toISOString()].filter(Boolean).join("\n");
  return (
    <Button variant="ghost" onClick={() => copy(details())}>
      <Copy aria-hidden="true" /> {t("error.copy")}
    </Button>
  );
}
