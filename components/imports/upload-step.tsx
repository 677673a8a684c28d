"use client";

import { useRouter } from "next/navigation";
import { type DragEvent, useCallback, useEffect, useRef, useState } from "react";
import { toast } from "sonner";
import { BackLink } from "@/components/shell/back-link";
import { PageHeader } from "@/components/shell/page-header";
import { Button } from "@/components/ui/button";
import { cx } from "@/components/ui/cx";
import { Upload } from "@/components/ui/icons";
import { Progress } from "@/components/ui/progress";
import { Notice } from "@/components/ui/state";
import { useMay } from "@/lib/client/access";
import { useConfig } from "@/lib/client/config";
import { ApiFailure } from "@/lib/client/failure";
import { heldFiles, holdAgain, holdFiles, takeFiles, useHeld, useSendHeld } from "@/lib/client/handed-file";
import { useFormat, useT } from "@/lib/client/i18n";
import { ACCEPTED, MAX_UPLOAD_BYTES, refusal, useUploadAllowance } from "@/lib/client/upload";
import { PasteRows } from "./paste-rows";
import { Steps } from "./steps";
import { useSendFile } from "./use-send-file";
import { WaitingFiles } from "./waiting-files";

interface Sending {
  file: File;
  sent: number;
  abort: () => void;
}

/** First step: a file, or pasted rows, becomes a pending import. */
export function UploadStep() {
  const t = useT();
  const mayImport = useMay("import");
  const { sending, problems, send } = useUpload();
  const [pasted, setPasted] = useState("");
  return (
    <>
      <PageHeader above={<BackLink href="/imports">{t("nav.imports")}</BackLink>} title={t("upload.title")} />
      <Steps current="upload" />
      <div className="max-w-3xl">
        <div role="alert" className="grid gap-3 empty:hidden">
          {problems.map((problem) => (
            <Notice key={problem} tone="danger">
              {problem}
            </Notice>
          ))}
        </div>
        <WaitingFiles />
        {sending ? (
          <SendingView sending={sending} />
        ) : mayImport ? (
          <Choose onFiles={send} pasted={pasted} onPasted={setPasted} />
        ) : (
          <Notice>{t("role.noImport")}</Notice>
        )}
      </div>
    </>
  );
}

/** Sends one file after another: those that are chosen or dropped meanwhile, or cannot be sent yet, wait. */
function useUpload() {
  const t = useT();
  const router = useRouter();
  const sendFile = useSendFile();
  const sayRefusal = useSayRefusal();
  const [sending, setSending] = useState<Sending | null>(null);
  const [problems, setProblems] = useState<string[]>([]);
  const aborter = useRef<AbortController>(null);
  useEffect(() => () => aborter.current?.abort(), []);

  const send = useCallback(
    (files: File[]) => {
      setProblems(files.flatMap((file) => sayRefusal(file) ?? []));
      holdFiles(files.filter((file) => refusal(file) === null));
    },
    [sayRefusal],
  );
  const start = async (file: File) => {
    const control = new AbortController();
    aborter.current = control;
    setSending({ file, sent: 0, abort: () => control.abort() });
    try {
      const address = await sendFile(file, {
        signal: control.signal,
        onProgress: (sent) => setSending((before) => before && { ...before, sent }),
      });
      router.push(address);
    } catch (error) {
      setSending(null);
      const failure = ApiFailure.from(error);
      if (control.signal.aborted) toast(t("upload.cancelled"));
      else if (await holdAgain(failure, file)) return;
      // The page is left for the next file's import.
      else if (heldFiles.get().files.length > 0)
        toast.error(failure.say(t), { description: file.name, duration: Number.POSITIVE_INFINITY });
      else setProblems([failure.say(t)]);
    }
  };
  useSendHeld(start, sending === null);
  useEffect(() => takeFiles(send), [send]);
  return { sending, problems, send };
}

/** Says why a file is refused before a byte of it is sent; null if it may be tried. */
function useSayRefusal() {
  const t = useT();
  const format = useFormat();
  return useCallback(
    (file: File) => {
      const refused = refusal(file);
      const sizes = { size: format.bytes(file.size), limit: format.bytes(MAX_UPLOAD_BYTES) };
      return refused && t(`upload.${refused}`, { file: file.name, ...sizes });
    },
    [t, format],
  );
}

interface ChooseProps {
  onFiles: (files: File[]) => void;
  pasted: string;
  onPasted: (text: string) => void;
}

function Choose({ onFiles, pasted, onPasted }: ChooseProps) {
  const t = useT();
  const format = useFormat();
  const { embedded } = useConfig();
  const [over, setOver] = useState(false);
  const drop = (event: DragEvent) => {
    event.preventDefault();
    setOver(false);
    onFiles([...event.dataTransfer.files]);
  };
  return (
    <div className="mt-3 grid gap-5">
      <section
        aria-label={t("upload.drop")}
        className={cx(
          "flex flex-col items-center gap-3 rounded-lg border border-edge/60 border-dashed px-6 py-14 text-center transition-colors sm:py-20",
          over ? "border-accent bg-accent-soft" : "bg-surface",
        )}
        onDragOver={(event) => {
          event.preventDefault();
          setOver(true);
        }}
        onDragLeave={() => setOver(false)}
        onDrop={drop}
      >
        <Upload aria-hidden="true" className="size-6 text-faint" />
        {/* Nothing can be dropped with a finger. */}
        <p className="font-medium text-lg touch:hidden">{t("upload.drop")}</p>
        <p className="text-faint text-sm touch:hidden">{t("upload.or")}</p>
        <ChooseFile onFile={(file) => onFiles([file])} />
        <p className="max-w-[52ch] text-muted text-sm">
          {t("upload.limits", { size: format.bytes(MAX_UPLOAD_BYTES) })}
        </p>
        <Allowance />
      </section>
      <div className="flex flex-wrap items-baseline justify-between gap-x-6 gap-y-3 text-sm">
        <a
          href="/sample.csv"
          download
          className="inline-flex min-h-6 items-center text-accent underline underline-offset-3"
        >
          {t("upload.sample")}
        </a>
        <p className="max-w-[60ch] text-faint">
          {t(embedded.model ? "upload.privacy.local" : "upload.privacy.model")}
        </p>
      </div>
      <PasteRows text={pasted} onText={onPasted} onFile={(file) => onFiles([file])} />
    </div>
  );
}

function ChooseFile({ onFile }: { onFile: (file: File) => void }) {
  const t = useT();
  const input = useRef<HTMLInputElement>(null);
  return (
    <>
      <Button variant="primary" onClick={() => input.current?.click()}>
        {t("upload.choose")}
      </Button>
      <input
        ref={input}
        type="file"
        accept={ACCEPTED}
        hidden
        onChange={(event) => {
          const file = event.target.files?.[0];
          event.target.value = "";
          if (file) onFile(file);
        }}
      />
    </>
  );
}

/** How many more uploads are allowed, once they are few; a file that waits says when itself. */
function Allowance() {
  const t = useT();
  const format = useFormat();
  const allowance = useUploadAllowance();
  const isHeld = useHeld().files.length > 0;
  if (!allowance || allowance.remaining > FEW || isHeld) return null;
  const time = format.duration((allowance.resetAt - Date.now()) / 1000);
  return (
    <p className="text-sm text-warn">
      {allowance.remaining === 0
        ? t("upload.allowance.none", { time })
        : t("upload.allowance", { count: allowance.remaining, time })}
    </p>
  );
}

/** From this few remaining uploads on, they are mentioned. */
const FEW = 2;

function SendingView({ sending: { file, sent, abort } }: { sending: Sending }) {
  const t = useT();
  const format = useFormat();
  const all = sent >= file.size;
  return (
    <section className="sheet mt-3 grid gap-4 p-6" aria-live="polite">
      <h2 className="break-all text-lg">{t("upload.busy", { file: file.name })}</h2>
      <Progress value={all ? null : sent} max={file.size} label={t("upload.busy", { file: file.name })} />
      <div className="flex flex-wrap items-center justify-between gap-3">
        <p className="figures text-muted text-sm">
          {all
            ? t("upload.reading")
            : t("upload.progress", { sent: format.bytes(sent), total: format.bytes(file.size) })}
        </p>
        <Button onClick={abort}>{t("action.cancel")}</Button>
      </div>
    </section>
  );
}
