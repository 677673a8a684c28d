"use client";

import { Dialog as Radix } from "radix-ui";
import { type FocusEvent, type ReactNode, useRef, useState } from "react";
import { useT } from "@/lib/client/i18n";
import { isSending, useUnsaved } from "@/lib/client/unsaved";
import { Button } from "./button";
import { cx } from "./cx";
import { rememberOpener, returnToOpener } from "./focus-place";
import { X } from "./icons";
import { useWide } from "./use-media";

/**
 * The z-index of dialogs: over the sheet that another one opens from, below that other one, which comes later in the
 * document.
 */
const overlay = "fixed inset-0 z-50 animate-fade bg-[oklch(0.2_0.02_220/0.45)]";

interface DialogProps {
  open: boolean;
  onOpenChange: (open: boolean) => void;
  title: string;
  description?: ReactNode;
  children: ReactNode;
  /** `sheet` is beside the page, which stays usable if both have room; `modal` is centred. */
  kind?: "modal" | "sheet" | "drawer";
  wide?: boolean;
  /** False keeps the dialog open until its own buttons close it. */
  dismissable?: boolean;
  /** Shows the title only to assistive technology. */
  hideTitle?: boolean;
  /** Buttons in the title bar, before the one that closes. */
  tools?: ReactNode;
}

const shape = {
  modal:
    "inset-x-0 bottom-0 max-h-[92dvh] rounded-t-lg sm:inset-auto sm:top-[12vh] sm:left-1/2 sm:w-full sm:max-h-[80vh] sm:-translate-x-1/2 sm:rounded-lg animate-fade",
  sheet: "inset-y-0 right-0 w-full animate-slide border-l sm:max-w-[30rem] lg:max-xl:max-w-[24rem]",
  drawer: "inset-y-0 left-0 w-72 max-w-[86vw] animate-fade border-r",
};

const FIELD = "input:not([hidden],[readonly],[type=radio],[type=checkbox]), textarea";
const DRAFTED = `form :is(${FIELD}):not([type=password],[data-fleeting])`;

/** Focus starts at the first field, else the first button; in a sheet at the top, because it is read first. */
function focusFirst(content: HTMLElement, kind: DialogProps["kind"]): void {
  const body = content.querySelector<HTMLElement>("[data-dialog-body]");
  const first =
    kind === "modal" ? (body?.querySelector<HTMLElement>(FIELD) ?? body?.querySelector("button")) : null;
  (first ?? content).focus();
}

/** An input with its own meaning for Escape, such as cancelling an edit. */
function ownsEscape(target: EventTarget | null): boolean {
  return target instanceof HTMLElement && target.dataset.ownEscape !== undefined;
}

/**
 * Asks before a dialog with a draft is closed, also by Back, which then closes no more than the dialog. A draft is what
 * was typed into a form, passwords and `data-fleeting` fields excepted: the fields are still there and have another text
 * than at first.
 */
function useDraftGuard(onOpenChange: DialogProps["onOpenChange"]) {
  const [asked, setAsked] = useState<{ leave?: () => void } | null>(null);
  const first = useRef(new Map<HTMLInputElement | HTMLTextAreaElement, string>());
  const onFocusCapture = ({ target }: FocusEvent) => {
    const isText = target instanceof HTMLTextAreaElement || target instanceof HTMLInputElement;
    if (!isText || !target.matches(DRAFTED) || first.current.has(target)) return;
    first.current.set(target, target.value);
  };
  const isDraft = () => [...first.current].some(([field, text]) => field.isConnected && field.value !== text);
  // An Escape that comes before the question listens is meant for the question: it takes it back.
  const ask = (leave?: () => void) => setAsked((before) => (before ? null : leave ? { leave } : {}));
  const change = (open: boolean) => (open || !isDraft() ? onOpenChange(open) : ask());
  useUnsaved({
    has: () => isDraft() && !isSending(),
    sends: () => isDraft() && isSending(),
    ask,
    isDialog: true,
  });
  const discard = () => {
    onOpenChange(false);
    asked?.leave?.();
  };
  const question = asked && <Discard onKeep={() => setAsked(null)} onDiscard={discard} />;
  return { onFocusCapture, change, question };
}

/** A dialog with title, close button, focus trap and scrolling body. It asks before it discards what was typed. */
export function Dialog({
  open,
  onOpenChange,
  title,
  description,
  children,
  kind = "modal",
  wide = false,
  dismissable = true,
  hideTitle = false,
  tools,
}: DialogProps) {
  const isBeside = useWide() && kind === "sheet";
  const { onFocusCapture, change, question } = useDraftGuard(onOpenChange);
  return (
    <Radix.Root open={open} onOpenChange={change} modal={!isBeside}>
      <Radix.Portal>
        {!isBeside && <Radix.Overlay className={overlay} />}
        <Radix.Content
          data-aside={isBeside ? "" : undefined}
          className={cx(
            "fixed z-50 flex flex-col overflow-hidden border-line bg-raised shadow-float focus:outline-none",
            shape[kind],
            kind === "modal" && (wide ? "sm:max-w-2xl" : "sm:max-w-md"),
          )}
          {...(description ? {} : { "aria-describedby": undefined })}
          onInteractOutside={dismissable && !isBeside ? undefined : (event) => event.preventDefault()}
          onFocusCapture={onFocusCapture}
          onOpenAutoFocus={(event) => {
            event.preventDefault();
            if (!(event.currentTarget instanceof HTMLElement)) return;
            rememberOpener(event.currentTarget);
            focusFirst(event.currentTarget, kind);
          }}
          onCloseAutoFocus={(event) => {
            // If the user works beside it, focus stays there; otherwise it returns to where it was opened.
            event.preventDefault();
            if (event.currentTarget instanceof HTMLElement) returnToOpener(event.currentTarget);
          }}
          onEscapeKeyDown={(event) => {
            if (!dismissable || ownsEscape(event.target)) event.preventDefault();
          }}
        >
          <DialogHead {...{ title, description, hideTitle, tools, dismissable }} />
          <div
            data-dialog-body
            className="min-h-0 grow scroll-pt-9 overflow-y-auto px-5 pt-1 pb-5 has-data-dialog-actions:scroll-pb-20 has-data-dialog-actions:pb-0"
          >
            {children}
          </div>
          {question}
        </Radix.Content>
      </Radix.Portal>
    </Radix.Root>
  );
}

/** Asks before what was typed is lost. */
export function Discard({ onKeep, onDiscard }: { onKeep: () => void; onDiscard: () => void }) {
  const t = useT();
  return (
    <Dialog open onOpenChange={onKeep} title={t("draft.title")} description={t("draft.body")}>
      <DialogActions>
        <Button onClick={onKeep}>{t("draft.keep")}</Button>
        <Button variant="danger" onClick={onDiscard}>
          {t("draft.discard")}
        </Button>
      </DialogActions>
    </Dialog>
  );
}

type DialogHeadProps = Pick<DialogProps, "title" | "description" | "hideTitle" | "tools" | "dismissable">;

function DialogHead({ title, description, hideTitle, tools, dismissable }: DialogHeadProps) {
  const t = useT();
  return (
    <header
      className={cx(
        "flex gap-1 px-5 pt-4 pb-3",
        description ? "items-start" : "items-center",
        hideTitle && "sr-only",
      )}
    >
      <div className="min-w-0 grow">
        <Radix.Title className="text-lg">{title}</Radix.Title>
        {description && (
          <Radix.Description className="wrap-anywhere mt-1 text-muted text-sm">
            {description}
          </Radix.Description>
        )}
      </div>
      {tools}
      {dismissable && (
        <Radix.Close asChild>
          <Button
            variant="ghost"
            size="icon-sm"
            // In line with the title, however high the text below it is.
            className={cx("-mr-1.5", description && "-mt-0.5 touch:-mt-2.5")}
            aria-label={t("action.close")}
          >
            <X />
          </Button>
        </Radix.Close>
      )}
    </header>
  );
}

/** At the end of the dialog, and in view however long it is. */
export function DialogActions({ children }: { children: ReactNode }) {
  return (
    <div
      data-dialog-actions=""
      className="sticky bottom-0 z-10 -mx-5 mt-3 flex flex-wrap justify-end gap-2 bg-raised px-5 pt-2 pb-5 before:pointer-events-none before:absolute before:inset-x-0 before:-top-3 before:h-3 before:bg-linear-to-t before:from-raised"
    >
      {children}
    </div>
  );
}

interface FormActionsProps {
  action: string;
  /** "Cancel", unless the action itself may have that name. */
  cancel?: string;
  onCancel?: () => void;
  busy?: boolean;
  disabled?: boolean;
  danger?: boolean;
  /** Buttons between the two. */
  children?: ReactNode;
}

/** The end of a dialog's form: cancel, and the button that names what it does. */
export function FormActions({
  action,
  cancel,
  onCancel,
  busy,
  disabled,
  danger,
  children,
}: FormActionsProps) {
  const t = useT();
  return (
    <DialogActions>
      {onCancel && <Button onClick={onCancel}>{cancel ?? t("action.cancel")}</Button>}
      {children}
      <Button type="submit" variant={danger ? "danger" : "primary"} busy={busy} disabled={disabled}>
        {action}
      </Button>
    </DialogActions>
  );
}
