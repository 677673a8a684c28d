"use client";

import { useEffect, useState } from "react";
import { cx } from "@/components/ui/cx";
import { IconButton } from "@/components/ui/icon-button";
import { Check, Copy, X } from "@/components/ui/icons";
import { useT } from "@/lib/client/i18n";

/** How long a copy is acknowledged. */
const SHOWN_MS = 1500;
const FAILED_MS = 6000;

interface CodeProps {
  text: string;
  /** The operation that the call belongs to; answers and texts have none. */
  example?: string;
  className?: string;
}

/** Text to copy, unchanged. */
export function Code({ text, example, className }: CodeProps) {
  return (
    // Nothing scrolls below the button, which is beside the text.
    <div
      className={cx(
        "group relative mb-2 rounded-md border border-line bg-sunken pr-10 touch:pr-12 print:pr-4",
        className,
      )}
    >
      <pre
        data-example={example}
        // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keyboard (WCAG 2.1.1).
        tabIndex={0}
        className="wrap-anywhere max-h-96 overflow-auto whitespace-pre-wrap rounded-md p-4 pr-0 font-mono text-[0.8125rem] leading-5"
      >
        {text}
      </pre>
      <CopyText className="absolute! top-2 right-1" text={async () => text} />
    </div>
  );
}

/** How the last copy ended, for a moment: a page without TLS, on another machine, has no clipboard. */
export function useCopied(text: () => Promise<string>) {
  const [said, say] = useState<"action.copied" | "action.copyFailed" | null>(null);
  useEffect(() => {
    if (!said) return;
    const timer = setTimeout(() => say(null), said === "action.copied" ? SHOWN_MS : FAILED_MS);
    return () => clearTimeout(timer);
  }, [said]);
  const copy = async () => {
    try {
      await navigator.clipboard.writeText(await text());
      say("action.copied");
    } catch {
      say("action.copyFailed");
    }
  };
  return { said, copy };
}

const ICONS = { "action.copied": Check, "action.copyFailed": X };

/** Copies a text to the clipboard: an icon, or a label in words. */
export function CopyText({
  text,
  label,
  className,
}: {
  text: () => Promise<string>;
  label?: string;
  className?: string;
}) {
  const t = useT();
  const { said, copy } = useCopied(text);
  const Icon = said ? ICONS[said] : Copy;
  if (label)
    return (
      <button
        type="button"
        onClick={copy}
        className={cx(
          "inline-flex min-h-6 items-center gap-1.5 rounded-sm print:hidden text-muted text-sm hover:text-ink touch:min-h-11 [&_svg]:size-3.5",
          className,
        )}
      >
        <Icon aria-hidden="true" />
        <span aria-live="polite">{said ? t(said) : label}</span>
      </button>
    );
  return (
    <IconButton label={t(said ?? "docs.copy")} className={cx(className)} onClick={copy}>
      <Icon aria-hidden="true" />
    </IconButton>
  );
}
