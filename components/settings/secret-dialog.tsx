"use client";

import { type ReactNode, useState } from "react";
import { Button } from "@/components/ui/button";
import { Dialog, DialogActions } from "@/components/ui/dialog";
import { Copy } from "@/components/ui/icons";
import { useCopy } from "@/components/ui/use-copy";
import { useT } from "@/lib/client/i18n";

interface SecretDialogProps {
  title: string;
  body?: string;
  /** Said of the secret. */
  words: Record<"title" | "body" | "copy" | "copied", string>;
  onClose: () => void;
  /** The step before the secret is shown. */
  children: (onSecret: (secret: string) => void) => ReactNode;
}

/** A dialog that ends with a secret, which is shown only now, until its reader confirms having saved it. */
export function SecretDialog({ title, body, words, onClose, children }: SecretDialogProps) {
  const t = useT();
  const copy = useCopy();
  const [secret, setSecret] = useState<string | null>(null);
  const isOpen = secret === null;
  return (
    <Dialog
      open
      onOpenChange={onClose}
      dismissable={isOpen}
      title={isOpen ? title : words.title}
      description={isOpen ? body : words.body}
    >
      {isOpen ? (
        children(setSecret)
      ) : (
        <>
          <code className="block select-all break-all rounded-md border border-line bg-sunken p-3 font-mono text-sm">
            {secret}
          </code>
          <DialogActions>
            <Button onClick={() => copy(secret, words.copied)}>
              <Copy aria-hidden="true" /> {words.copy}
            </Button>
            <Button variant="primary" onClick={onClose}>
              {t("settings.keys.done")}
            </Button>
          </DialogActions>
        </>
      )}
    </Dialog>
  );
}
