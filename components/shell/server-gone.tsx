"use client";

import { useQueryClient } from "@tanstack/react-query";
import { useEffect, useState } from "react";
import { Button } from "@/components/ui/button";
import { isServerReached, noteOffline, serverGone } from "@/lib/client/connection";
import { useT } from "@/lib/client/i18n";
import { recoverByItself } from "@/lib/client/recovery";
import { useStore } from "@/lib/client/store";
import { Banner } from "./banner";

/** A banner while the server cannot be reached, with a button to retry at once; otherwise the page retries by itself. */
export function ServerGone() {
  const t = useT();
  const queries = useQueryClient();
  const gone = useStore(serverGone);
  const [busy, setBusy] = useState(false);
  useEffect(() => recoverByItself(queries), [queries]);
  useEffect(() => {
    void noteOffline(); // while the page was loading
    window.addEventListener("offline", noteOffline);
    return () => window.removeEventListener("offline", noteOffline);
  }, []);
  const retry = async () => {
    setBusy(true);
    const reached = await isServerReached();
    setBusy(false);
    if (!reached) return;
    serverGone.set(false);
    await queries.refetchQueries({ type: "active" });
  };
  return (
    <Banner role="status">
      {gone && (
        <>
          {t("server.gone")}
          <Button size="sm" busy={busy} onClick={retry}>
            {t("action.retry")}
          </Button>
        </>
      )}
    </Banner>
  );
}
