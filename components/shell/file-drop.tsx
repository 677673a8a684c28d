"use client";

import { usePathname, useRouter } from "next/navigation";
import { useEffect, useEffectEvent, useState } from "react";
import { toast } from "sonner";
import { Upload } from "@/components/ui/icons";
import { useMay, useWorkspaces } from "@/lib/client/access";
import { handFiles } from "@/lib/client/handed-file";
import { useT } from "@/lib/client/i18n";
import { leaveFor } from "@/lib/client/unsaved";

/** Pages on which pasted rows are imported. */
const PASTED_ON = /^\/(?:imports(?:\/new)?|contacts)$/;
/** Fields into which people paste text. */
const WRITTEN_IN = "input, textarea, select, [contenteditable=true], [role=dialog]";

interface Pasted {
  target: EventTarget | null;
  files: readonly File[];
  text: string;
}

declare global {
  interface Window {
    /** What was dropped or pasted before `FileDrop` was there; nothing after it. */
    earlyFile?: { dropped?: File[]; pasted?: Pasted } | undefined;
  }
}

/** Files dropped anywhere are imported, and so are rows pasted on the lists of contacts and imports. */
export function FileDrop() {
  const t = useT();
  const router = useRouter();
  const path = usePathname();
  const mayImport = useMay("import");
  const take = (files: File[]) => {
    if (!mayImport) return void toast(t("role.noImport"));
    if (path === "/imports/new") return handFiles(files);
    leaveFor(() => {
      handFiles(files);
      router.push("/imports/new");
    });
  };
  const over = useFilesOverPage(take);
  const name = t("upload.paste.name");
  const takePasted = useEffectEvent(({ target, files, text }: Pasted) => {
    if (!PASTED_ON.test(path) || (target instanceof Element && target.closest(WRITTEN_IN))) return;
    const rows = files.length > 0 ? null : rowsOf(text, name);
    const pasted = rows ? [rows] : [...files];
    if (pasted.length > 0) take(pasted);
  });
  const takeDropped = useEffectEvent(take);
  const [early, setEarly] = useState<Window["earlyFile"]>();
  useEffect(() => {
    setEarly(window.earlyFile);
    window.earlyFile = undefined;
  }, []);
  // The browser may remember less than the user may do: then the server's answer is waited for.
  const isKnown = useWorkspaces().isFetched || mayImport;
  useEffect(() => {
    if (!early || !isKnown) return;
    setEarly(undefined);
    if (early.dropped) takeDropped(early.dropped);
    else if (early.pasted) takePasted(early.pasted);
  }, [early, isKnown]);
  useEffect(() => {
    const paste = ({ target, clipboardData: data }: ClipboardEvent) =>
      data && takePasted({ target, files: [...data.files], text: data.getData("text/plain") });
    document.addEventListener("paste", paste);
    return () => document.removeEventListener("paste", paste);
  }, []);
  if (!over || !mayImport) return null;
  return (
    <div className="pointer-events-none fixed inset-0 z-50 grid place-items-center bg-paper/85 p-6">
      <p className="flex flex-col items-center gap-3 rounded-lg border border-accent border-dashed bg-accent-soft px-12 py-10 font-medium text-lg">
        <Upload aria-hidden="true" className="size-6 text-accent" />
        {t("upload.drop.anywhere")}
      </p>
    </div>
  );
}

/** Several lines are rows of a table; a single one is text meant for another place. */
function rowsOf(text: string, name: string): File | null {
  const isTable = /\S[\r\n]+\s*\S/.test(text.slice(0, 10_000));
  return isTable ? new File([text], name, { type: "text/csv" }) : null;
}

/** Whether files are being dragged over the page; drop zones on the page take precedence. */
function useFilesOverPage(onFiles: (files: File[]) => void): boolean {
  const [over, setOver] = useState(false);
  const drop = useEffectEvent(onFiles);
  useEffect(() => {
    const hasFiles = (event: DragEvent) => event.dataTransfer?.types.includes("Files") === true;
    const dragged = (event: DragEvent) => {
      if (!hasFiles(event)) return;
      setOver(!event.defaultPrevented);
      event.preventDefault();
    };
    const left = (event: DragEvent) => {
      if (event.relatedTarget === null) setOver(false);
    };
    const dropped = (event: DragEvent) => {
      setOver(false);
      if (!hasFiles(event) || event.defaultPrevented) return;
      event.preventDefault();
      const files = [...(event.dataTransfer?.files ?? [])];
      if (files.length > 0) drop(files);
    };
    window.addEventListener("dragover", dragged);
    window.addEventListener("dragleave", left);
    window.addEventListener("drop", dropped);
    return () => {
      window.removeEventListener("dragover", dragged);
      window.removeEventListener("dragleave", left);
      window.removeEventListener("drop", dropped);
    };
  }, []);
  return over;
}
