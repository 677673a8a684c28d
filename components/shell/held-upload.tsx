"use client";

import { usePathname, useRouter } from "next/navigation";
import { useEffect, useEffectEvent } from "react";
import { toast } from "sonner";
import { useSendFile } from "@/components/imports/use-send-file";
import { ApiFailure } from "@/lib/client/failure";
import { type HeldFile, heldFile, holdAgain, holdFile, keepOpenFor } from "@/lib/client/handed-file";
import { useT } from "@/lib/client/i18n";
import { useStore } from "@/lib/client/store";

/** Uploads the file that met the upload limit once it may be sent; on its own page, the first step of an import does. */
export function HeldUpload() {
  const t = useT();
  const router = useRouter();
  const path = usePathname();
  const held = useStore(heldFile, null);
  const sendFile = useSendFile();
  const start = useEffectEvent(async ({ file, sheet }: HeldFile) => {
    holdFile(null);
    const id = toast.loading(t("upload.busy", { file: file.name }));
    try {
      const { signal } = new AbortController();
      const sent = sendFile(file, {
        signal,
        onProgress: () => undefined,
        ...(sheet !== undefined && { sheet }),
      });
      const address = await keepOpenFor(sent);
      toast.success(t("upload.held.done", { file: file.name }), {
        id,
        duration: Number.POSITIVE_INFINITY,
        action: { label: t("upload.paste.action"), onClick: () => router.push(address) },
      });
    } catch (error) {
      const failure = ApiFailure.from(error);
      if (holdAgain(failure, { file, sheet })) return void toast.dismiss(id);
      toast.error(failure.say(t), { id, description: file.name, duration: Number.POSITIVE_INFINITY });
    }
  });
  useEffect(() => {
    if (!held || path === "/imports/new") return;
    const timer = setTimeout(() => void start(held), Math.max(0, held.until - Date.now()));
    return () => clearTimeout(timer);
  }, [held, path]);
  return null;
}
