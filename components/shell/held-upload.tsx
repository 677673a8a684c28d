"use client";

import { usePathname, useRouter } from "next/navigation";
import { toast } from "sonner";
import { useSendFile } from "@/components/imports/use-send-file";
import { ApiFailure } from "@/lib/client/failure";
import { holdAgain, keepOpenFor, useSendHeld } from "@/lib/client/handed-file";
import { useT } from "@/lib/client/i18n";

/** Uploads the files that wait, one after another, once they may be sent; on its own page, the first step of an import does. */
export function HeldUpload() {
  const t = useT();
  const router = useRouter();
  const path = usePathname();
  const sendFile = useSendFile();
  const send = async (file: File) => {
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
      if (await holdAgain(failure, file)) toast.dismiss(id);
      else toast.error(failure.say(t), { id, description: file.name, duration: Number.POSITIVE_INFINITY });
    }
  };
  useSendHeld(send, path !== "/imports/new");
  return null;
}
