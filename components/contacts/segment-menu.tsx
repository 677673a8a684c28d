"use client";

import { useRouter } from "next/navigation";
import { useState } from "react";
import { toast } from "sonner";
import { Button } from "@/components/ui/button";
import { Bookmark, ListFilter, Pencil, Plus, Trash2 } from "@/components/ui/icons";
import { late } from "@/components/ui/late";
import { Menu, MenuItem, MenuSeparator } from "@/components/ui/menu";
import { May } from "@/lib/client/access";
import { useAccountEmail } from "@/lib/client/account";
import { addressOf, canBeShown } from "@/lib/client/contact-filter";
import { ApiFailure } from "@/lib/client/failure";
import { useT } from "@/lib/client/i18n";
import { type Segment, segmentAddress, useSegments } from "@/lib/client/segments";
import type { Doing } from "./segment-dialog";
import type { ContactFilterState } from "./use-contact-filter";

/** Not loaded with the first visit. */
const SegmentDialog = late(() => import("./segment-dialog").then((module) => module.SegmentDialog));

/** The segments, and actions on the current one or on the current filters. */
export function SegmentMenu({ filter }: { filter: ContactFilterState }) {
  const t = useT();
  const router = useRouter();
  const stored = useSegments(useAccountEmail());
  const segments = stored.data ?? [];
  const shown = segments.find(({ id }) => id === filter.state.segment);
  const [doing, setDoing] = useState<Doing | null>(null);
  const stop = () => setDoing(null);
  // The segment that this was about is gone: the next one must not be asked about.
  if (!shown && (doing === "rename" || doing === "delete")) stop();
  const none = stored.isError
    ? ApiFailure.from(stored.error).say(t)
    : t(stored.data ? "segments.none" : "state.loading");
  const trigger = (
    <Button size="icon" className="size-9" aria-label={t("segments.title")} title={t("segments.title")}>
      <Bookmark />
    </Button>
  );
  return (
    <>
      <Menu label={t("segments.title")} trigger={trigger}>
        {segments.length === 0 && <p className="px-2.5 py-1.5 text-muted text-sm">{none}</p>}
        {segments.map((segment) => (
          <MenuItem key={segment.id} onSelect={() => router.push(segmentAddress(segment))}>
            <Bookmark aria-hidden="true" />
            <span className="wrap-anywhere min-w-0 grow py-1">{segment.name}</span>
          </MenuItem>
        ))}
        {filter.active && stored.data && <MenuSeparator />}
        {shown ? (
          <SegmentActions segment={shown} onDo={setDoing} />
        ) : (
          filter.active &&
          stored.data && (
            <May to="write">
              <MenuItem onSelect={() => setDoing("save")}>
                <Plus aria-hidden="true" /> {t("segments.save")}
              </MenuItem>
            </May>
          )
        )}
      </Menu>
      {doing && <SegmentDialog {...{ doing, shown, filter, segments }} onClose={stop} />}
    </>
  );
}

function SegmentActions({ segment, onDo }: { segment: Segment; onDo: (doing: Doing) => void }) {
  const t = useT();
  const router = useRouter();
  // Rather than show other contacts than the segment's: their filters would be saved in its place.
  const edit = () =>
    canBeShown(segment.filter)
      ? router.push(addressOf(segment.filter, segment.sort))
      : toast.info(t("contacts.lost.exact", { name: segment.name }));
  return (
    <>
      <MenuItem onSelect={edit}>
        <ListFilter aria-hidden="true" /> {t("segments.edit")}
      </MenuItem>
      <May to="write">
        <MenuItem onSelect={() => onDo("rename")}>
          <Pencil aria-hidden="true" /> {t("segments.rename")}
        </MenuItem>
        <MenuItem danger onSelect={() => onDo("delete")}>
          <Trash2 aria-hidden="true" /> {t("segments.delete")}
        </MenuItem>
      </May>
    </>
  );
}
