"use client";

import { usePathname, useRouter } from "next/navigation";
import { useEffect, useRef, useState } from "react";
import { Upload } from "@/components/ui/icons";
import { handFile } from "@/lib/client/handed-file";
import { useT } from "@/lib/client/i18n";
import { leaveFor } from "@/lib/client/unsaved";

/** Pages on which pasted rows are imported. */
const PASTED_ON = /^\/(?:imports(?:\/new)?|contacts)$/;
/** Fields into which people paste text. */
const WRITTEN_IN = "input, textarea, select, [contenteditable=true], [role=dialog]";

/** A file dropped anywhere is imported, and so are rows pasted on the lists of contacts and imports. */
export function FileDrop() {
  const t = useT();
  const router = useRouter();
  const path = usePathname();
  const take = (file: File) => {
    if (path === "/imports/new") return handFile(file);
    leaveFor(() => {
      handFile(file);
      router.push("/imports/new");
    });
  };
  const over = useFilesOverPage(take);
  const latest = useRef(take);
  latest.current = take;
  const name = t("upload.paste.name");
  useEffect(() => {
    if (!PASTED_ON.test(path)) return;
    const paste = (event: ClipboardEvent) => {
      if (event.target instanceof Element && event.target.closest(WRITTEN_IN)) return;
      const file = event.clipboardData?.files[0] ?? rowsOf(event.clipboardData, name);
      if (file) latest.current(file);
    };
    document.addEventListener("paste", paste);
    return () => document.removeEventListener("paste", paste);
  }, [path, name]);
  if (!over) return null;
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
function rowsOf(data: DataTransfer | null, name: string): File | null {
  const text = data?.getData("text/plain") ?? "";
  const isTable = /\S[\r\n]+\s*\S/.test(text.slice(0, 10_000));
  return isTable ? new File([text], name, { type: "text/csv" }) : null;
}

/** Whether files are being dragged over the page; drop zones on the page take precedence. */
function useFilesOverPage(onFile: (file: File) => void): boolean {
  const [over, setOver] = useState(false);
  const drop = useRef(onFile);
  drop.current = onFile;
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
      const file = event.dataTransfer?.files[0];
      if (file) drop.current(file);
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
