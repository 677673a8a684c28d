"use client";

import { useRouter } from "next/navigation";
import { useState } from "react";
import { toast } from "sonner";
import { Button } from "@/components/ui/button";
import { Confirm } from "@/components/ui/confirm";
import { Dialog } from "@/components/ui/dialog";
import { Bookmark, ListFilter, Pencil, Plus, Trash2 } from "@/components/ui/icons";
import { Menu, MenuItem, MenuSeparator } from "@/components/ui/menu";
import { NameForm } from "@/components/ui/name-form";
import { useForm, useWhileShown } from "@/components/ui/use-form";
import { May } from "@/lib/client/access";
import { useAccountEmail } from "@/lib/client/account";
import { addressOf, canBeShown } from "@/lib/client/contact-filter";
import { ApiFailure } from "@/lib/client/failure";
import { useT } from "@/lib/client/i18n";
import {
  type Segment,
  segmentAddress,
  useDeleteSegment,
  useSaveSegment,
  useSegments,
} from "@/lib/client/segments";
import type { ContactFilterState } from "./use-contact-filter";

type Doing = "save" | "rename" | "delete" | null;

/** The segments, and actions on the current one or on the current filters. */
export function SegmentMenu({ filter }: { filter: ContactFilterState }) {
  const t = useT();
  const router = useRouter();
  const stored = useSegments(useAccountEmail());
  const segments = stored.data ?? [];
  const shown = segments.find(({ id }) => id === filter.state.segment);
  const [doing, setDoing] = useState<Doing>(null);
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
      {doing === "save" && <SaveSegment filter={filter} segments={segments} onClose={stop} />}
      {doing === "rename" && shown && <RenameSegment segment={shown} onClose={stop} />}
      {doing === "delete" && shown && <DeleteSegment segment={shown} filter={filter} onClose={stop} />}
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

interface SaveProps {
  filter: ContactFilterState;
  segments: Segment[];
  onClose: () => void;
}

/** Saves the current filters under a name; an existing segment gets them in place of its own. */
function SaveSegment({ filter: { filter, sort, setState, clear }, segments, onClose }: SaveProps) {
  const t = useT();
  const [name, setName] = useState("");
  const save = useSaveSegment();
  const show = useWhileShown(async (segment: string) => {
    onClose();
    await clear();
    await setState({ segment });
  });
  const wanted = name.trim();
  const known = segments.find((one) => one.name.toLowerCase() === wanted.toLowerCase());
  const form = useForm(async () => {
    const saved = await save.mutateAsync(
      known ? { id: known.id, body: { filter, sort } } : { id: null, body: { name: wanted, filter, sort } },
    );
    toast.success(t("segments.saved", { name: saved.name }));
    show(saved.id);
  });
  return (
    <Dialog open onOpenChange={onClose} title={t("segments.save")}>
      <NameForm
        label={t("segments.name")}
        hint={t(known ? "segments.replaces" : "segments.shared")}
        name={name}
        onName={setName}
        action={t(known ? "segments.replace" : "action.save")}
        onClose={onClose}
        {...form}
      />
    </Dialog>
  );
}

function RenameSegment({ segment, onClose }: { segment: Segment; onClose: () => void }) {
  const t = useT();
  const [name, setName] = useState(segment.name);
  const save = useSaveSegment();
  const close = useWhileShown(onClose);
  const form = useForm(async () => {
    await save.mutateAsync({ id: segment.id, body: { name: name.trim() } });
    close();
  });
  return (
    <Dialog open onOpenChange={onClose} title={t("segments.rename")}>
      <NameForm
        label={t("segments.name")}
        name={name}
        onName={setName}
        action={t("action.save")}
        onClose={onClose}
        {...form}
      />
    </Dialog>
  );
}

interface DeleteProps {
  segment: Segment;
  filter: ContactFilterState;
  onClose: () => void;
}

function DeleteSegment({ segment, filter, onClose }: DeleteProps) {
  const t = useT();
  const remove = useDeleteSegment();
  return (
    <Confirm
      onClose={onClose}
      title={t("segments.delete.title", { name: segment.name })}
      description={t("segments.delete.body")}
      action={t("segments.delete")}
      onConfirm={async () => {
        await remove.mutateAsync(segment.id);
        // Unless another one is looked at by then.
        await filter.setState(({ segment: now }) => (now === segment.id ? { segment: null } : {}));
      }}
      done={t("segments.deleted", { name: segment.name })}
    />
  );
}
