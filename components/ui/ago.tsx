"use client";

import { useFormat } from "@/lib/client/i18n";

/** How long ago something was, with the exact time on hover. */
export function Ago({ at, className }: { at: string; className?: string }) {
  const format = useFormat();
  return (
    <time dateTime={at} title={format.moment(at)} className={className}>
      {format.ago(at)}
    </time>
  );
}
