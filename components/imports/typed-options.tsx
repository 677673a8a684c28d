"use client";

import { useEffect, useId, useState } from "react";
import { useOptionsFault } from "@/components/fields/options-fault";
import { Input } from "@/components/ui/field";
import { useT } from "@/lib/client/i18n";
import type { ColumnType } from "@/lib/client/import-draft";
import { splitOptions } from "@/lib/fields/option-lists";

interface TypedOptionsProps {
  header: string;
  type: ColumnType;
  onType: (type: ColumnType) => void;
  onFault: (header: string, isFaulty: boolean) => void;
}

/** The options of a column as somebody types them: they stay in their field for as long as no field can have them. */
export function useTypedOptions({ header, type: said, onType, onFault }: TypedOptionsProps) {
  const [text, setText] = useState<string | null>(null);
  const shown = (said.options ?? []).join("; ");
  const options = splitOptions(text ?? shown);
  const fault = useOptionsFault(said.type !== "choice" || text === null ? [] : options);
  const isFaulty = fault !== undefined;
  useEffect(() => {
    onFault(header, isFaulty);
    return () => onFault(header, false);
  }, [onFault, header, isFaulty]);
  const finish = () => {
    if (isFaulty) return;
    setText(null);
    if (options.length > 0 && options.join("; ") !== shown) onType({ type: "choice", options });
  };
  return { header, text: text ?? shown, fault, setText, finish };
}

/** They are one text: a line for each would need more room than a row has. */
export function TypedOptions({ header, text, fault, setText, finish }: ReturnType<typeof useTypedOptions>) {
  const t = useT();
  const faultId = useId();
  return (
    <>
      <Input
        autoFocus
        aria-label={t("map.options.for", { header })}
        aria-invalid={fault !== undefined || undefined}
        aria-describedby={faultId}
        title={t("fields.options.hint")}
        value={text}
        onChange={({ target }) => setText(target.value)}
        onBlur={finish}
        onKeyDown={({ key }) => {
          if (key === "Enter") finish();
          if (key === "Escape") setText(null);
        }}
      />
      <p id={faultId} aria-live="polite" className="wrap-anywhere mt-1.5 text-danger text-sm empty:mt-0">
        {fault}
      </p>
    </>
  );
}
