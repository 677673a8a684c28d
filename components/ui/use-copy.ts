"use client";

import { toast } from "sonner";
import { useT } from "@/lib/client/i18n";

/** Copies a text to the clipboard and says whether that worked: a page without TLS, on another machine, has no clipboard. */
export function useCopy() {
  const t = useT();
  return async (text: string, done = t("action.copied")) => {
    try {
      await navigator.clipboard.writeText(text);
      toast.success(done);
    } catch {
      toast.error(t("action.copyFailed"));
    }
  };
}
