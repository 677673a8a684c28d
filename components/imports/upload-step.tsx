"use client";

import { useRouter } from "next/navigation";
import { type DragEvent, useEffect, useRef, useState } from "react";
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
import { type HeldFile, heldFile, holdAgain, holdFile, takeFiles } from "@/lib/client/handed-file";
import { useFormat, useT } from "@/lib/client/i18n";
import { useStore } from "@/lib/client/store";
import { ACCEPTED, MAX_UPLOAD_BYTES, refusal, useUploadAllowance } from "@/lib/client/upload";
import { PasteRows } from "./paste-rows";
import { Steps } from "./steps";
import { useSendFile } from "./use-send-file";

interface Sending {
  file: File;
  sent: number;
  abort: () => void;
}

/** First step: a file, or pasted rows, becomes a pending import. */
export function UploadStep() {
  const t = useT();
  const mayImport = useMay("import");
  const { sending, problem, held, send, release } = useUpload();
  const [pasted, setPasted] = useState("");
  return (
    <>
      <PageHeader above={<BackLink href="/imports">{t("nav.imports")}</BackLink>} title={t("upload.title")} />
      <Steps current="upload" />
      <div className="max-w-3xl">
        <div role="alert">{problem && <Notice tone="danger">{problem}</Notice>}</div>
        {held && (
          <HeldView
            key={held.until}
            held={held}
            onSend={() => send(held.file, held.sheet)}
            onCancel={release}
          />
        )}
        {sending ? (
          <SendingView sending={sending} />
        ) : mayImport ? (
          <Choose onFile={send} pasted={pasted} onPasted={setPasted} />
        ) : (
          <Notice>{t("role.noImport")}</Notice>
        )}
      </div>
    </>
  );
}

function useUpload() {
  const t = useT();
  const format = useFormat();
  const router = useRouter();
  const sendFile = useSendFile();
  const [sending, setSending] = useState<Sending | null>(null);
  const [problem, setProblem] = useState<string | null>(null);
  const held = useStore(heldFile, null);
  const aborter = useRef<AbortController>(null);
  useEffect(() => () => aborter.current?.abort(), []);

  const send = async (file: File, sheet?: string) => {
    const refused = refusal(file);
    if (refused) {
      const limit = format.bytes(MAX_UPLOAD_BYTES);
      return setProblem(t(`upload.${refused}`, { file: file.name, size: format.bytes(file.size), limit }));
    }
    setProblem(null);
    holdFile(null);
    const control = new AbortController();
    aborter.current = control;
    setSending({ file, sent: 0, abort: () => control.abort() });
    try {
      const address = await sendFile(file, {
        signal: control.signal,
        ...(sheet !== undefined && { sheet }),
        onProgress: (sent) => setSending((before) => before && { ...before, sent }),
      });
      router.push(address);
    } catch (error) {
      setSending(null);
      const failure = ApiFailure.from(error);
      if (control.signal.aborted) toast(t("upload.cancelled"));
      else if (!holdAgain(failure, { file, sheet })) setProblem(failure.say(t));
    }
  };
  const latest = useRef(send);
  latest.current = send;
  useEffect(() => takeFiles((file, sheet) => void latest.current(file, sheet)), []);
  return { sending, problem, held, send, release: () => holdFile(null) };
}

interface ChooseProps {
  onFile: (file: File) => void;
  pasted: string;
  onPasted: (text: string) => void;
}

function Choose({ onFile, pasted, onPasted }: ChooseProps) {
  const t = useT();
  const format = useFormat();
  const { embedded } = useConfig();
  const [over, setOver] = useState(false);
  const drop = (event: DragEvent) => {
    event.preventDefault();
    setOver(false);
    const file = event.dataTransfer.files[0];
    if (file) onFile(file);
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
        <ChooseFile onFile={onFile} />
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
      <PasteRows text={pasted} onText={onPasted} onFile={onFile} />
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
  const isHeld = useStore(heldFile, null) !== null;
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

/** Holds a file until the upload limit allows it, then sends it automatically. */
function HeldView({ held, onSend, onCancel }: { held: HeldFile; onSend: () => void; onCancel: () => void }) {
  const t = useT();
  const [left, setLeft] = useState(() => secondsUntil(held.until));
  const send = useRef(onSend);
  send.current = onSend;
  useEffect(() => {
    const timer = setInterval(() => setLeft(secondsUntil(held.until)), 500);
    return () => clearInterval(timer);
  }, [held.until]);
  useEffect(() => {
    if (left <= 0) send.current();
  }, [left]);
  const clock = `${Math.floor(left / 60)}:${String(left % 60).padStart(2, "0")}`;
  return (
    <Notice tone="warn" role="status">
      <p className="break-words">{t("upload.held", { file: held.file.name })}</p>
      <div className="mt-2 flex items-center gap-3">
        <span role="timer" aria-live="off" className="figures font-medium">
          {t("upload.held.left", { clock })}
        </span>
        <Button size="sm" onClick={onCancel}>
          {t("action.cancel")}
        </Button>
      </div>
    </Notice>
  );
}

function secondsUntil(moment: number): number {
  return Math.max(0, Math.ceil((moment - Date.now()) / 1000));
}

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
