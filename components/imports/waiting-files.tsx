"use client";

import { useEffect, useState } from "react";
import { Button } from "@/components/ui/button";
import { Notice } from "@/components/ui/state";
import { type HeldFiles, releaseFile } from "@/lib/client/handed-file";
import { useT } from "@/lib/client/i18n";

interface WaitingFilesProps {
  held: HeldFiles;
  /** Another file is on its way. */
  busy: boolean;
}

/** The files that wait for the upload limit or for the file before them, and a way to take each back. */
export function WaitingFiles({ held: { files, until }, busy }: WaitingFilesProps) {
  const t = useT();
  const isLimited = !busy && until > Date.now();
  return (
    <Notice tone="warn" role="status">
      <ul className="grid gap-3">
        {[...files.entries()].map(([at, file]) => (
          <li key={at} className="grid gap-2">
            <p className="break-words">
              {t(isLimited && at === 0 ? "upload.held" : "upload.held.next", { file: file.name })}
            </p>
            <div className="flex items-center gap-3">
              {isLimited && at === 0 && <Clock key={until} until={until} />}
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

function Clock({ until }: { until: number }) {
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
