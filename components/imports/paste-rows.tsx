"use client";

import { type FormEvent, useState } from "react";
import { Button } from "@/components/ui/button";
import { Draft } from "@/components/ui/draft";
import { Field, Textarea } from "@/components/ui/field";
import { ChevronRight } from "@/components/ui/icons";
import { useT } from "@/lib/client/i18n";

interface PasteRowsProps {
  /** Kept by the step: it comes back if the upload fails. */
  text: string;
  onText: (text: string) => void;
  onFile: (file: File) => void;
}

/** Rows copied from a spreadsheet, uploaded like any file. */
export function PasteRows({ text, onText, onFile }: PasteRowsProps) {
  const t = useT();
  const [isOpen] = useState(text !== "");
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (text.trim()) onFile(new File([text], t("upload.paste.name"), { type: "text/csv" }));
  };
  return (
    <details className="sheet group px-4" open={isOpen}>
      <summary className="flex min-h-11 list-none items-center gap-3 font-medium text-sm [&::-webkit-details-marker]:hidden">
        <ChevronRight
          aria-hidden="true"
          className="size-4 text-faint transition-transform group-open:rotate-90"
        />
        {t("upload.paste")}
      </summary>
      <form className="grid gap-3 pt-1 pb-4" onSubmit={submit}>
        <Field label={t("upload.paste.label")}>
          {(props) => (
            <Textarea
              {...props}
              className="min-h-36 font-mono text-sm"
              spellCheck={false}
              placeholder={"email,first_name,last_name\nada@example.com,Ada,Lovelace"}
              value={text}
              onChange={(event) => onText(event.target.value)}
            />
          )}
        </Field>
        <div>
          <Button type="submit" disabled={!text.trim()}>
            {t("upload.paste.action")}
          </Button>
        </div>
        <Draft isUnsaved={text.trim() !== ""} />
      </form>
    </details>
  );
}
