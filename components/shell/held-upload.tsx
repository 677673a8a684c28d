"use client";

import { usePathname, useRouter } from "next/navigation";
import { toast } from "sonner";
import { useSendFile } from "@/components/imports/use-send-file";
import { HeldClock } from "@/components/imports/waiting-files";
import { Link } from "@/components/ui/link";
import { ApiFailure } from "@/lib/client/failure";
import { holdAgain, keepOpenFor, useHeld, useSendHeld } from "@/lib/client/handed-file";
import { useT } from "@/lib/client/i18n";
import { Banner } from "./banner";

/** Uploads the files that wait, one after another, once they may be sent, and says that they wait; on its own page, the first step of an import does. */
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
  const isElsewhere = path !== "/imports/new";
  useSendHeld(send, isElsewhere);
  return isElsewhere ? <HeldBanner /> : null;
}

/** The files that wait for the upload limit, on every page but their own, which names each. */
function HeldBanner() {
  const t = useT();
  const { files, until, isLimited } = useHeld();
  const [first] = files;
  return (
    <Banner role="status">
      {first && isLimited && (
        <>
          <span
            title={first.name}
            className="wrap-anywhere line-clamp-2 max-w-full max-sm:text-center sm:max-w-[60%]"
          >
            {t("upload.held.banner", { file: first.name, count: files.length })}
          </span>
          <HeldClock key={until} until={until} />
          <Link
            href="/imports/new"
            className="inline-flex min-h-6 items-center font-medium underline underline-offset-3"
          >
            {t("upload.held.show")}
          </Link>
        </>
      )}
    </Banner>
  );
}
