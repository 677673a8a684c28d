"use client";

import { type KeyboardEvent, useId, useState } from "react";
import { Input } from "@/components/ui/field";
import { useT } from "@/lib/client/i18n";
import { useUnsaved } from "@/lib/client/unsaved";

interface CellInputProps {
  label: string;
  isLabelShown: boolean;
  /** As the row is read now. */
  text: string;
  isEditable: boolean;
  isWrong: boolean;
  onText: (text: string) => void;
}

/** An editable cell. Enter or leaving it saves the text; Escape restores the previous one. */
export function CellInput({ label, isLabelShown, text, isEditable, isWrong, onText }: CellInputProps) {
  const t = useT();
  const id = useId();
  /** While it is edited. */
  const [written, setWritten] = useState<string>();
  const take = () => {
    if (written !== undefined && written !== text) onText(written);
    setWritten(undefined);
  };
  const keys = (event: KeyboardEvent) => {
    if (event.key === "Enter" && !event.nativeEvent.isComposing) take();
    if (event.key !== "Escape" || written === undefined) return;
    event.stopPropagation();
    setWritten(undefined);
  };
  return (
    <div className="grid min-w-0 gap-1">
      <label htmlFor={id} className={isLabelShown ? "wrap-anywhere text-muted text-xs" : "sr-only"}>
        {label}
      </label>
      <Input
        id={id}
        value={written ?? text}
        readOnly={!isEditable}
        title={isEditable ? undefined : t("mend.cut")}
        aria-invalid={isWrong || undefined}
        autoComplete="off"
        spellCheck={false}
        onChange={(event) => setWritten(event.target.value)}
        onBlur={take}
        onKeyDown={keys}
      />
      {written !== undefined && written !== text && <Unsaved onSave={take} />}
    </div>
  );
}

/** Leaving the page saves the text, as leaving the field does; the browser asks before it closes or reloads. */
function Unsaved({ onSave }: { onSave: () => void }) {
  const ask = (leave: () => void) => {
    onSave();
    leave();
  };
  useUnsaved({ has: () => true, ask });
  return null;
}
