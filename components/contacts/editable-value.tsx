"use client";

import { type KeyboardEvent, useEffect, useRef, useState } from "react";
import { Button } from "@/components/ui/button";
import { cx } from "@/components/ui/cx";
import { useMay } from "@/lib/client/access";
import { useT } from "@/lib/client/i18n";

interface EditableValueProps {
  label: string;
  value: string;
  required: boolean;
  maxLength: number;
  multiline?: boolean;
  /** The value as it is shown, if that differs from how it is typed. */
  shown?: string;
  type?: "date";
  inputMode?: "decimal";
  /** Resolves with the error, or with null when it is saved. */
  onSave: (value: string) => Promise<string | null>;
}

/** The input of an edit whose text is not saved and is not being saved: it differs from another's, or was refused. */
export function unsavedEdit(): HTMLElement | null {
  return document.querySelector<HTMLElement>("[data-unsaved]");
}

/** A value that becomes an input when pressed: Enter or leaving saves, Escape cancels. */
export function EditableValue(props: EditableValueProps) {
  const { label, value, maxLength, multiline = false, shown = value, type, inputMode } = props;
  const t = useT();
  const mayWrite = useMay("write");
  const edit = useDraft(props);
  const { button, field, draft, begin, error, isOther, isUnsaved, close, commit, keep } = edit;
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key === "Escape") close();
    if (event.key === "Enter" && (!multiline || event.metaKey || event.ctrlKey)) {
      event.preventDefault();
      void commit();
    }
  };
  const Input = multiline ? "textarea" : "input";
  return (
    <div className="grid grid-cols-[5.5rem_minmax(0,1fr)] sm:grid-cols-[7rem_minmax(0,1fr)] items-start gap-3 border-line border-b py-1.5">
      <dt className="pt-[0.4375rem] text-faint text-sm">{label}</dt>
      <dd className="min-w-0">
        {!mayWrite ? (
          <Unchangeable text={shown} />
        ) : draft === null ? (
          <button
            ref={button}
            type="button"
            aria-label={`${t("contacts.field.edit", { field: label })}: ${shown || t("contacts.field.empty")}`}
            className={cx(
              "-mx-2 min-h-8 w-[calc(100%+1rem)] whitespace-pre-wrap break-words rounded-sm border border-transparent px-2 py-1 text-left hover:border-line hover:bg-sunken",
              !value && "text-faint",
            )}
            onClick={begin}
          >
            {shown || "–"}
          </button>
        ) : (
          <Input
            ref={field}
            data-own-escape=""
            data-unsaved={isUnsaved ? "" : undefined}
            aria-label={label}
            aria-invalid={error ? true : undefined}
            maxLength={maxLength}
            {...(multiline ? { rows: 4 } : { type, inputMode })}
            value={draft}
            autoFocus
            onChange={(event) => edit.type(event.target.value)}
            onBlur={() => void commit()}
            onKeyDown={onKeyDown}
            className="w-full rounded-sm border border-edge bg-surface px-2 py-1 text-base focus-visible:outline-offset-0 aria-invalid:border-danger"
          />
        )}
        {isOther ? <Choice value={shown} onKeep={keep} onTake={close} /> : error && <Problem text={error} />}
      </dd>
    </div>
  );
}

function Problem({ text }: { text: string }) {
  return (
    <p role="alert" className="text-danger text-sm">
      {text}
    </p>
  );
}

/** The value was changed elsewhere while it was edited here: both stay until the user has chosen one. */
function Choice({ value, onKeep, onTake }: { value: string; onKeep: () => void; onTake: () => void }) {
  const t = useT();
  return (
    <div role="alert" className="mt-2 grid gap-2 text-sm">
      <p className="whitespace-pre-wrap">
        {t("contacts.field.changed", { value: value || t("contacts.field.empty") })}
      </p>
      <div className="flex flex-wrap gap-2">
        <Button size="sm" onClick={onKeep}>
          {t("contacts.field.keepMine")}
        </Button>
        <Button size="sm" onClick={onTake}>
          {t("contacts.field.takeOther")}
        </Button>
      </div>
    </div>
  );
}

/** For users who may only read. */
function Unchangeable({ text }: { text: string }) {
  return (
    <p className={cx("min-h-8 whitespace-pre-wrap break-words py-1", !text && "text-faint")}>{text || "–"}</p>
  );
}

/**
 * The draft value until it is saved or cancelled; the focus then returns to the value. It replaces only the value
 * that the edit began with, or has saved meanwhile: what is typed during a save stays, and is saved after it.
 */
function useDraft({ value, required, onSave }: EditableValueProps) {
  const [draft, setDraft] = useState<string | null>(null);
  const [replaced, setReplaced] = useState(value);
  /** What is on its way. */
  const [sent, setSent] = useState<string | null>(null);
  const [error, setError] = useState<string | null>(null);
  const edits = useRef(0);
  const isDue = useRef(false);
  const latest = useLatest({ value, draft });
  const editing = draft !== null;
  const { button, field, leave } = useReturningFocus(editing);

  const close = () => {
    leave();
    isDue.current = false;
    setDraft(null);
    setError(null);
  };
  const begin = () => {
    edits.current++;
    setReplaced(value);
    setDraft(value);
    setError(null);
  };
  const isOther = editing && sent === null && value !== replaced;
  // What was refused once is not safe while it is sent again.
  const isSafe = sent === null ? draft?.trim() === value : error === null && draft?.trim() === sent;
  const isUnsaved = editing && !isSafe && draft.trim() !== replaced;
  const type = (text: string) => {
    isDue.current = false;
    setDraft(text);
    setError(null);
  };
  const save = async (text: string) => {
    const edit = edits.current;
    setReplaced(value);
    setSent(text);
    const problem = await onSave(text);
    setSent(null);
    if (problem) {
      isDue.current = false;
      setError(problem);
    }
    const isDone = !problem && edit === edits.current && latest.current.draft?.trim() === text;
    if (isDone) close();
    else setReplaced(problem ? value : latest.current.value);
  };
  const commit = async () => {
    isDue.current = sent !== null;
    if (draft === null || sent !== null) return;
    const text = draft.trim();
    if (text === value || (required && !text) || (isOther && text === replaced)) return close();
    if (!isOther) await save(text);
  };
  useEffect(() => {
    if (sent === null && isDue.current) void commit();
  });
  const keep = () => void save((draft ?? "").trim());
  return { button, field, draft, begin, type, error, isOther, isUnsaved, close, commit, keep };
}

/** The focus is on the value again after an edit that had it at its end. */
function useReturningFocus(editing: boolean) {
  const button = useRef<HTMLButtonElement>(null);
  const field = useRef<HTMLInputElement & HTMLTextAreaElement>(null);
  const refocus = useRef(false);
  useEffect(() => {
    if (!editing && refocus.current) button.current?.focus();
    refocus.current = false;
  }, [editing]);
  const leave = () => {
    refocus.current = document.activeElement === field.current;
  };
  return { button, field, leave };
}

/** The value of the latest rendering, for what ends later. */
function useLatest<T>(value: T) {
  const latest = useRef(value);
  useEffect(() => {
    latest.current = value;
  });
  return latest;
}
