"use client";

import type { ReactNode } from "react";
import { ApiFailure } from "@/lib/client/failure";
import { useT } from "@/lib/client/i18n";
import { atLimit } from "@/lib/client/pace";
import { useStore } from "@/lib/client/store";
import { Button } from "./button";
import { CopyDetails } from "./copy-details";
import { cx } from "./cx";

/** A list without rows: what it would show, and the next step. */
export function EmptyState({
  title,
  children,
  actions,
}: {
  title: string;
  children?: ReactNode;
  actions?: ReactNode;
}) {
  return (
    <div className="flex flex-col items-start gap-2 px-5 py-10 sm:px-8 sm:py-14">
      <h2 className="text-lg">{title}</h2>
      {children && <div className="max-w-[56ch] text-muted empty:hidden">{children}</div>}
      {actions && <div className="mt-3 flex flex-wrap gap-2">{actions}</div>}
    </div>
  );
}

/** A failed load: the reason, the request id to quote, and a way to try again. */
export function ErrorState({
  error,
  onRetry,
  compact,
}: {
  error: unknown;
  onRetry?: () => void;
  compact?: boolean;
}) {
  const t = useT();
  const failure = ApiFailure.from(error);
  return (
    <div
      role="alert"
      className={cx("flex flex-col items-start gap-2", compact ? "p-4" : "px-5 py-10 sm:px-8 sm:py-14")}
    >
      <h2 className="text-lg">{t("error.title")}</h2>
      <p className="max-w-[56ch] text-muted">{failure.say(t)}</p>
      {failure.requestId && (
        <p className="text-faint text-sm">
          {t("error.requestId")}{" "}
          <code className="select-all break-all font-mono text-xs">{failure.requestId}</code>
        </p>
      )}
      <div className="mt-3 flex flex-wrap gap-2">
        {onRetry && <Button onClick={onRetry}>{t("action.retry")}</Button>}
        <CopyDetails lines={[`${failure.code}: ${failure.message}`, failure.requestId]} />
      </div>
    </div>
  );
}

/** A grey bar in place of text that is loading. */
export function Skeleton({ className }: { className?: string }) {
  return <span aria-hidden="true" className={cx("block animate-wait rounded-sm bg-line", className)} />;
}

/**
 * Tells assistive technology that something is loading, around skeletons that say nothing. When requests wait for the
 * limit, everybody is told.
 */
export function Loading({ children }: { children: ReactNode }) {
  const t = useT();
  const isWaiting = useStore(atLimit);
  return (
    <div role="status" aria-busy="true">
      {isWaiting ? (
        <p className="p-2 text-muted text-sm">{t("state.limited")}</p>
      ) : (
        <span className="sr-only">{t("state.loading")}</span>
      )}
      {children}
    </div>
  );
}

/** One grey bar of that height. */
export function LoadingBar({ height = "h-10" }: { height?: string }) {
  return (
    <Loading>
      <Skeleton className={cx(height, "w-full")} />
    </Loading>
  );
}

/** In a dialog, which scrolls: whoever pressed its button is told, however long the form is. */
function bringIntoView(notice: HTMLElement | null): void {
  if (notice?.closest("[data-dialog-body]")) notice.scrollIntoView({ block: "nearest" });
}

/** A remark in a box: what happened, and perhaps what to do. */
export function Notice({
  tone = "neutral",
  children,
  role,
}: {
  tone?: "neutral" | "danger" | "warn" | "accent";
  children: ReactNode;
  role?: "status" | "alert";
}) {
  const ground = {
    neutral: "border-line bg-sunken",
    danger: "border-danger/40 bg-danger-soft",
    warn: "border-warn/40 bg-warn-soft",
    accent: "border-accent/40 bg-accent-soft",
  };
  return (
    <div
      ref={tone === "danger" ? bringIntoView : undefined}
      role={role}
      className={cx("rounded-md border px-4 py-3 text-sm", ground[tone])}
    >
      {children}
    </div>
  );
}
