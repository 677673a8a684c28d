"use client";

import { useQueryClient } from "@tanstack/react-query";
import { useEffect, useState } from "react";
import { Button } from "@/components/ui/button";
import { serverGone } from "@/lib/client/connection";
import { useT } from "@/lib/client/i18n";
import { recoverByItself } from "@/lib/client/recovery";
import { useStore } from "@/lib/client/store";

/** A banner while the server cannot be reached, with a button to retry at once; otherwise the page retries by itself. */
export function ServerGone() {
  const t = useT();
  const queries = useQueryClient();
  const gone = useStore(serverGone);
  const [busy, setBusy] = useState(false);
  useEffect(() => recoverByItself(queries), [queries]);
  useEffect(() => {
    const left = () => serverGone.set(true);
    window.addEventListener("offline", left);
    return () => window.removeEventListener("offline", left);
  }, []);
  const retry = async () => {
    setBusy(true);
    const reached = await fetch("/api/health", { cache: "no-store" }).then(
      () => true,
      () => false,
    );
    setBusy(false);
    if (!reached) return;
    serverGone.set(false);
    await queries.refetchQueries({ type: "active" });
  };
  return (
    <div role="status" className="fixed inset-x-0 top-0 z-40">
      {gone && (
        <div
          data-banner
          className="flex min-h-(--banner) flex-wrap items-center justify-center gap-x-4 gap-y-2 bg-warn-soft px-4 py-2 text-sm text-warn shadow-float"
        >
          {t("server.gone")}
          <Button size="sm" busy={busy} onClick={retry}>
            {t("action.retry")}
          </Button>
        </div>
      )}
    </div>
  );
}
