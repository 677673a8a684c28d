"use client";

import { Button } from "@/components/ui/button";
import { DialogActions } from "@/components/ui/dialog";
import { Copy } from "@/components/ui/icons";
import { useCopy } from "@/components/ui/use-copy";
import { useT } from "@/lib/client/i18n";

interface SecretOnceProps {
  secret: string;
  copyLabel: string;
  copied: string;
  onDone: () => void;
}

/** A secret that is shown only now, until its reader confirms having saved it. */
export function SecretOnce({ secret, copyLabel, copied, onDone }: SecretOnceProps) {
  const t = useT();
  const copy = useCopy();
  return (
    <>
      <code className="block select-all break-all rounded-md border border-line bg-sunken p-3 font-mono text-sm">
        {secret}
      </code>
      <DialogActions>
        <Button onClick={() => copy(secret, copied)}>
          <Copy aria-hidden="true" /> {copyLabel}
        </Button>
        <Button variant="primary" onClick={onDone}>
          {t("settings.keys.done")}
        </Button>
      </DialogActions>
    </>
  );
}
