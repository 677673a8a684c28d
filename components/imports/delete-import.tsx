"use client";

import { useRouter } from "next/navigation";
import { useState } from "react";
import { Button } from "@/components/ui/button";
import { Confirm } from "@/components/ui/confirm";
import { Trash2 } from "@/components/ui/icons";
import { useT } from "@/lib/client/i18n";
import { useImportActions } from "@/lib/client/imports";

/** Deletes the import's record and file after a confirmation, then shows the list. */
export function DeleteImport({ id }: { id: string }) {
  const t = useT();
  const router = useRouter();
  const [asking, setAsking] = useState(false);
  // Unless the user has gone elsewhere meanwhile.
  const leave = () => {
    if (window.location.pathname === `/imports/${id}`) router.push("/imports");
  };
  return (
    <>
      <Button variant="danger-quiet" onClick={() => setAsking(true)}>
        <Trash2 aria-hidden="true" /> {t("imports.delete")}
      </Button>
      {asking && <AskDelete id={id} onClose={() => setAsking(false)} onDeleted={leave} />}
    </>
  );
}

interface AskDeleteProps {
  id: string;
  onClose: () => void;
  onDeleted?: () => void;
}

/** Says what is deleted with an import and what stays, and asks for it. */
export function AskDelete({ id, onClose, onDeleted }: AskDeleteProps) {
  const t = useT();
  const { remove } = useImportActions(id);
  return (
    <Confirm
      onClose={onClose}
      title={t("imports.delete.title")}
      description={t("imports.delete.body")}
      action={t("imports.delete")}
      onConfirm={async () => {
        await remove.mutateAsync();
        onDeleted?.();
      }}
      done={t("imports.deleted")}
    />
  );
}
