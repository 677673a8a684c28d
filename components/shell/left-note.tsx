"use client";

import { useEffect } from "react";
import { toast } from "sonner";
import { useT } from "@/lib/client/i18n";
import { takeLeft } from "@/lib/client/workspace-choice";

const SHOWN_MS = 30_000;

/** Says why this is another workspace than a moment ago. */
export function LeftNote() {
  const t = useT();
  useEffect(() => {
    const name = takeLeft();
    if (name !== null) toast(t("workspaces.left", { name }), { duration: SHOWN_MS });
  }, [t]);
  return null;
}
