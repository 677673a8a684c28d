"use client";

import { usePathname } from "next/navigation";
import { parseAsString, useQueryState } from "nuqs";
import { cx } from "@/components/ui/cx";
import { Link } from "@/components/ui/link";
import { useGoing } from "@/components/ui/navigation";
import { Spinner } from "@/components/ui/spinner";
import { useAccountEmail } from "@/lib/client/account";
import { useFormat, useT } from "@/lib/client/i18n";
import { segmentAddress, useSegments } from "@/lib/client/segments";

/** The workspace's segments with their counts, below the pages. */
export function SegmentNav({ onNavigate }: { onNavigate?: (() => void) | undefined }) {
  const t = useT();
  const format = useFormat();
  const path = usePathname();
  const going = useGoing();
  const [current] = useQueryState("segment", parseAsString);
  const { data = [] } = useSegments(useAccountEmail());
  if (data.length === 0) return null;
  return (
    <nav aria-label={t("segments.title")} className="mt-5 flex min-h-0 flex-col">
      <p aria-hidden="true" className="eyebrow px-3 pb-1">
        {t("segments.title")}
      </p>
      <ul className="grid min-h-0 grid-cols-1 content-start gap-0.5 overflow-y-auto pb-2">
        {data.map((segment) => {
          const isCurrent = path === "/contacts" && current === segment.id;
          const isGoing = going === segmentAddress(segment);
          return (
            <li key={segment.id}>
              <Link
                href={segmentAddress(segment)}
                aria-current={isCurrent ? "page" : undefined}
                aria-busy={isGoing || undefined}
                onClick={onNavigate}
                className={cx(
                  "flex min-h-8 items-center gap-3 rounded-md px-3 text-sm touch:min-h-11",
                  (going === null ? isCurrent : isGoing)
                    ? "bg-sunken font-medium text-ink"
                    : "text-muted hover:bg-sunken hover:text-ink",
                )}
              >
                <span className="wrap-anywhere min-w-0 grow py-1.5">{segment.name}</span>
                {isGoing && <Spinner />}
                {!isGoing && segment.contact_count !== null && (
                  <span className="figures text-faint text-xs">{format.compact(segment.contact_count)}</span>
                )}
              </Link>
            </li>
          );
        })}
      </ul>
    </nav>
  );
}
