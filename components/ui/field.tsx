"use client";

import { type ComponentProps, type ReactNode, useId } from "react";
import { useT } from "@/lib/client/i18n";
import { cx } from "./cx";
import { Select } from "./select";

const control =
  "w-full rounded-md border border-edge/70 bg-surface px-3 text-base text-ink transition-colors hover:border-edge focus-visible:border-accent focus-visible:outline-offset-0 aria-invalid:border-danger disabled:bg-sunken disabled:text-faint";

export function Input({ className, ...rest }: ComponentProps<"input">) {
  return <input className={cx(control, "h-9 touch:h-11", className)} {...rest} />;
}

export function Textarea({ className, ...rest }: ComponentProps<"textarea">) {
  return <textarea className={cx(control, "min-h-24 py-2", className)} {...rest} />;
}

interface ControlProps {
  id: string;
  "aria-describedby": string | undefined;
  "aria-invalid": true | undefined;
  required: boolean | undefined;
}

interface FieldProps {
  label: string;
  hint?: ReactNode;
  error?: string | undefined;
  required?: boolean;
  /** Words after the label, such as "optional" or a link. */
  aside?: ReactNode;
  children: (props: ControlProps) => ReactNode;
  className?: string;
}

/** In a dialog, which scrolls: whoever pressed the button at its end sees why; whoever is in a field stays there. */
function bringIntoView(error: HTMLElement | null): void {
  const isTyping = document.activeElement?.matches("input, textarea, select");
  if (error?.closest("[data-dialog-body]") && !isTyping) error.scrollIntoView({ block: "nearest" });
}

/** Label, control, hint and error, tied together for assistive technology, which tells when one of them changes. */
export function Field({ label, hint, error, required, aside, children, className }: FieldProps) {
  const id = useId();
  const hintId = `${id}-hint`;
  const errorId = `${id}-error`;
  const described = [hint && hintId, error && errorId].filter(Boolean).join(" ") || undefined;
  return (
    <div className={cx("grid content-start gap-1.5 [&_select]:text-base", className)}>
      <div className="flex items-baseline justify-between gap-3">
        <label htmlFor={id} className="font-medium text-sm">
          {label}
        </label>
        {aside && <span className="text-faint text-xs">{aside}</span>}
      </div>
      {children({ id, "aria-describedby": described, "aria-invalid": error ? true : undefined, required })}
      {/* There before it says anything: only then a screen reader notices that it does. */}
      <p id={hintId} aria-live="polite" className="text-faint text-xs empty:sr-only">
        {hint}
      </p>
      <p id={errorId} aria-live="polite" className="text-danger text-sm empty:sr-only">
        {error && <span ref={bringIntoView}>{error}</span>}
      </p>
    </div>
  );
}

type Around = Omit<FieldProps, "children" | "className">;

export type TextFieldProps = Around &
  Omit<ComponentProps<"input">, "onChange"> & { value: string; onText: (text: string) => void };

/** A labelled line of text, which says when it takes no more; `className` is the input's. */
export function TextField({ label, hint, error, required, aside, onText, ...input }: TextFieldProps) {
  const t = useT();
  const { value, maxLength } = input;
  const isFull = maxLength !== undefined && value.length >= maxLength;
  const full = isFull ? t("error.field.tooLong", { count: maxLength }) : hint;
  return (
    <Field {...{ label, error, required, aside }} hint={full}>
      {(props) => <Input {...props} {...input} onChange={(event) => onText(event.target.value)} />}
    </Field>
  );
}

interface SelectFieldProps {
  label: string;
  hint?: string;
  value: string | number | undefined;
  onValue: (value: string) => void;
  options: { value: string | number; label: string; lang?: string }[];
}

/** A labelled choice of one. */
export function SelectField({ label, hint, value, onValue, options }: SelectFieldProps) {
  return (
    <Field label={label} hint={hint}>
      {(props) => (
        <Select {...props} value={value} onChange={(event) => onValue(event.target.value)}>
          {options.map((option) => (
            <option key={option.value} value={option.value} lang={option.lang}>
              {option.label}
            </option>
          ))}
        </Select>
      )}
    </Field>
  );
}
