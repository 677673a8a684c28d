"use client";

import { useState } from "react";
import { toast } from "sonner";
import { Confirm } from "@/components/ui/confirm";
import { Dialog } from "@/components/ui/dialog";
import { NameForm } from "@/components/ui/name-form";
import { useForm, useWhileShown } from "@/components/ui/use-form";
import { useT } from "@/lib/client/i18n";
import { type Segment, useDeleteSegment, useSaveSegment } from "@/lib/client/segments";
import type { ContactFilterState } from "./use-contact-filter";

export type Doing = "save" | "rename" | "delete";

interface SegmentDialogProps extends SaveProps {
  doing: Doing;
  /** The segment that is renamed or deleted. */
  shown: Segment | undefined;
}

/** What is asked before a segment is saved, renamed or deleted. */
export function SegmentDialog({ doing, shown, filter, segments, onClose }: SegmentDialogProps) {
  if (doing === "save") return <SaveSegment {...{ filter, segments, onClose }} />;
  if (!shown) return null;
  if (doing === "rename") return <RenameSegment segment={shown} onClose={onClose} />;
  return <DeleteSegment segment={shown} filter={filter} onClose={onClose} />;
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
