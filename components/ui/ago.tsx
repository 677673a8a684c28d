"use client";

import { useFormat } from "@/lib/client/i18n";

/** How long ago something was, with the moment itself at hand. */
export function Ago({ at, className }: { at: string; className?: string }) {
  const format = useFormat();
  return (
    <time dateTime={at} title={format.moment(at)} className={className}>
      {format.ago(at)}
    </time>
  );
}
