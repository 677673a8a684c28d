"use client";

import { useEffect, useState } from "react";
import { Button } from "@/components/ui/button";
import { Notice } from "@/components/ui/state";
import { releaseFile, useHeld } from "@/lib/client/handed-file";
import { useT } from "@/lib/client/i18n";

/** The files that wait for a limit, for the server or for the file before them, and a button to cancel each. */
export function WaitingFiles() {
  const t = useT();
  const { files, until, isSending, isAway, isLimited, isOfUploads } = useHeld();
  if (files.length === 0 || !(isLimited || isSending || isAway)) return null;
  const limited = isOfUploads ? "upload.held" : "upload.held.busy";
  const first = isLimited ? limited : isSending ? "upload.held.next" : "server.gone.upload";
  return (
    <Notice tone="warn" role="status">
      <ul className="grid gap-3">
        {[...files.entries()].map(([at, file]) => (
          <li key={at} className="grid gap-2">
            <p className="break-words">{t(at === 0 ? first : "upload.held.next", { file: file.name })}</p>
            <div className="flex items-center gap-3">
              {isLimited && at === 0 && <HeldClock key={until} until={until} />}
              <Button
                size="sm"
                aria-label={`${t("action.cancel")}: ${file.name}`}
                onClick={() => releaseFile(file)}
              >
                {t("action.cancel")}
              </Button>
            </div>
          </li>
        ))}
      </ul>
    </Notice>
  );
}

/** How long a file still has to wait. */
export function HeldClock({ until }: { until: number }) {
  const t = useT();
  const [left, setLeft] = useState(() => secondsUntil(until));
  useEffect(() => {
    const timer = setInterval(() => setLeft(secondsUntil(until)), 500);
    return () => clearInterval(timer);
  }, [until]);
  const clock = `${Math.floor(left / 60)}:${String(left % 60).padStart(2, "0")}`;
  return (
    <span role="timer" aria-live="off" className="figures font-medium">
      {t("upload.held.left", { clock })}
    </span>
  );
}

function secondsUntil(moment: number): number {
  return Math.max(0, Math.ceil((moment - Date.now()) / 1000));
}
