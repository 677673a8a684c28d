"use client";

import { useState } from "react";
import { Button } from "@/components/ui/button";
import { Download, Ellipsis, Trash2, Undo2, Users } from "@/components/ui/icons";
import { late } from "@/components/ui/late";
import { Link } from "@/components/ui/link";
import { Menu, MenuItem, MenuSeparator } from "@/components/ui/menu";
import { useFailureToast, useForm } from "@/components/ui/use-form";
import { useMay } from "@/lib/client/access";
import { addressOf } from "@/lib/client/contact-filter";
import { useT } from "@/lib/client/i18n";
import { downloadRowErrors, type ImportRecord } from "@/lib/client/imports";
import { undoable } from "@/lib/client/undo-time";

/** Not loaded with the first visit. */
const AskUndo = late(() => import("./undo").then((module) => module.AskUndo));
const AskDelete = late(() => import("./delete-import").then((module) => module.AskDelete));

/** What can be done with an import where it is listed. */
export function RowActions({ record }: { record: ImportRecord }) {
  const t = useT();
  const [asks, setAsks] = useState<"undo" | "delete" | null>(null);
  const undoes = useMay("undo") ? undoable(record) : null;
  const mayImport = useMay("import");
  const download = useForm(() => downloadRowErrors(record.id), useFailureToast());
  const { created_rows: created, failed_rows: failed, undo_status, status } = record;
  const hasContacts = created > 0 && undo_status === null;
  const hasRejected = failed > 0 && status !== "processing";
  if (!hasContacts && !hasRejected && !undoes && !mayImport) return null;
  return (
    <>
      <Menu
        label={t("imports.actions", { file: record.filename })}
        trigger={
          <Button
            size="icon-sm"
            variant="ghost"
            className="relative z-10"
            aria-label={t("imports.actions", { file: record.filename })}
          >
            <Ellipsis />
          </Button>
        }
      >
        {hasContacts && (
          <MenuItem asChild>
            <Link href={addressOf({ import_id: record.id }, null)}>
              <Users aria-hidden="true" /> {t("result.contacts")}
            </Link>
          </MenuItem>
        )}
        {hasRejected && (
          <MenuItem onSelect={() => void download.run()}>
            <Download aria-hidden="true" /> {t("result.errors.download")}
          </MenuItem>
        )}
        {undoes && (
          <MenuItem onSelect={() => setAsks("undo")}>
            <Undo2 aria-hidden="true" /> {t(undoes === "rest" ? "result.undo.rest" : "result.undo")}
          </MenuItem>
        )}
        {mayImport && (
          <>
            {(hasContacts || hasRejected || undoes) && <MenuSeparator />}
            <MenuItem danger onSelect={() => setAsks("delete")}>
              <Trash2 aria-hidden="true" /> {t("imports.delete")}
            </MenuItem>
          </>
        )}
      </Menu>
      {asks === "undo" && <AskUndo record={record} onClose={() => setAsks(null)} />}
      {asks === "delete" && <AskDelete id={record.id} onClose={() => setAsks(null)} />}
    </>
  );
}
