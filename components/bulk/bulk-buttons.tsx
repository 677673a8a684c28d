"use client";

import { useState } from "react";
import { useStartExport } from "@/components/exports/use-start-export";
import { TagPicker } from "@/components/tags/tag-picker";
import { Button } from "@/components/ui/button";
import { Download, MailX, Minus, Pencil, Tag as TagIcon, Trash2 } from "@/components/ui/icons";
import { May } from "@/lib/client/access";
import type { BulkTarget, BulkWork } from "@/lib/client/bulk";
import type { ExportInput } from "@/lib/client/exports";
import { useT } from "@/lib/client/i18n";
import { useTags } from "@/lib/client/tags";
import { ConfirmDelete, ConfirmUnsubscribe } from "./confirmations";
import { SetFieldDialog } from "./set-field-dialog";
import { useBulk } from "./use-bulk";

interface ButtonProps {
  count: number;
  begin: (work: BulkWork) => Promise<void>;
}

interface BulkButtonsProps {
  target: BulkTarget;
  count: number;
  onBegun: () => void;
}

/** Actions on more contacts than this page has loaded, or on many: done on the server. */
export function BulkButtons({ target, count, onBegun }: BulkButtonsProps) {
  const t = useT();
  const { begin, run, busy } = useBulk(target, onBegun);
  const { data: tags = [] } = useTags();
  const { start: startExport, busy: exporting } = useStartExport();
  return (
    <>
      <TagPicker
        chosen={new Set()}
        onToggle={({ id }) => run({ action: "tag", tag_id: id })}
        trigger={
          <Button size="sm" busy={busy}>
            <TagIcon aria-hidden="true" /> {t("contacts.bulk.tag")}
          </Button>
        }
      />
      {tags.length > 0 && (
        <TagPicker
          onlyChosen
          chosen={new Set(tags.map(({ id }) => id))}
          onToggle={({ id }) => run({ action: "untag", tag_id: id })}
          trigger={
            <Button size="sm">
              <Minus aria-hidden="true" /> {t("contacts.bulk.untag")}
            </Button>
          }
        />
      )}
      <SetFieldButton count={count} begin={begin} />
      <UnsubscribeButton count={count} begin={begin} />
      <May to="export">
        <Button size="sm" busy={exporting} onClick={() => startExport(exportOf(target))}>
          <Download aria-hidden="true" /> {t("contacts.bulk.export")}
        </Button>
      </May>
      <DeleteButton count={count} begin={begin} />
    </>
  );
}

/** The same contacts as an export's filter. */
function exportOf(target: BulkTarget): ExportInput {
  if ("ids" in target) return { ids: target.ids };
  const { tag_ids, tag_match, ...filter } = target.filter;
  return { ...filter, ...(tag_ids && { tagIds: tag_ids }), ...(tag_match && { tagMatch: tag_match }) };
}

export function SetFieldButton({ count, begin }: ButtonProps) {
  const t = useT();
  const [asking, setAsking] = useState(false);
  return (
    <>
      <Button size="sm" onClick={() => setAsking(true)}>
        <Pencil aria-hidden="true" /> {t("bulk.set")}
      </Button>
      {asking && <SetFieldDialog count={count} begin={begin} onClose={() => setAsking(false)} />}
    </>
  );
}

function UnsubscribeButton({ count, begin }: ButtonProps) {
  const t = useT();
  const [asking, setAsking] = useState(false);
  return (
    <>
      <Button size="sm" onClick={() => setAsking(true)}>
        <MailX aria-hidden="true" /> {t("contacts.bulk.unsubscribe")}
      </Button>
      {asking && (
        <ConfirmUnsubscribe
          count={count}
          onClose={() => setAsking(false)}
          onConfirm={() => begin({ action: "unsubscribe" })}
        />
      )}
    </>
  );
}

function DeleteButton({ count, begin }: ButtonProps) {
  const t = useT();
  const [asking, setAsking] = useState(false);
  return (
    <>
      <Button size="sm" variant="danger-quiet" onClick={() => setAsking(true)}>
        <Trash2 aria-hidden="true" /> {t("action.delete")}
      </Button>
      {asking && (
        <ConfirmDelete
          count={count}
          onClose={() => setAsking(false)}
          onConfirm={() => begin({ action: "delete" })}
        />
      )}
    </>
  );
}
