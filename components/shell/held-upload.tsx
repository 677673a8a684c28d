"use client";

import { usePathname, useRouter } from "next/navigation";
import { useEffect, useEffectEvent, useState } from "react";
import { toast } from "sonner";
import { useSendFile } from "@/components/imports/use-send-file";
import { ApiFailure } from "@/lib/client/failure";
import { holdAgain, keepOpenFor, releaseFile, useHeld } from "@/lib/client/handed-file";
import { useT } from "@/lib/client/i18n";

/** Uploads the files that wait, one after another, once they may be sent; on its own page, the first step of an import does. */
export function HeldUpload() {
  const t = useT();
  const router = useRouter();
  const path = usePathname();
  const { next, until } = useHeld();
  const [busy, setBusy] = useState(false);
  const sendFile = useSendFile();
  const start = useEffectEvent(async (file: File) => {
    setBusy(true);
    releaseFile(file);
    const id = toast.loading(t("upload.busy", { file: file.name }));
    try {
      const { signal } = new AbortController();
      const address = await keepOpenFor(sendFile(file, { signal, onProgress: () => undefined }));
      toast.success(t("upload.held.done", { file: file.name }), {
        id,
        duration: Number.POSITIVE_INFINITY,
        action: { label: t("upload.paste.action"), onClick: () => router.push(address) },
      });
    } catch (error) {
      const failure = ApiFailure.from(error);
      if (holdAgain(failure, file)) toast.dismiss(id);
      else toast.error(failure.say(t), { id, description: file.name, duration: Number.POSITIVE_INFINITY });
    }
    setBusy(false);
  });
  useEffect(() => {
    if (!next || busy || path === "/imports/new") return;
    const timer = setTimeout(() => void start(next), Math.max(0, until - Date.now()));
    return () => clearTimeout(timer);
  }, [next, until, busy, path]);
  return null;
}
