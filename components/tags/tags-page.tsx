"use client";

import { parseAsString, useQueryState } from "nuqs";
import { useState } from "react";
import { PageHeader } from "@/components/shell/page-header";
import { Button } from "@/components/ui/button";
import { Confirm } from "@/components/ui/confirm";
import { IconButton } from "@/components/ui/icon-button";
import { Pencil, Plus, Trash2 } from "@/components/ui/icons";
import { Link } from "@/components/ui/link";
import { ListFrame } from "@/components/ui/list-frame";
import { EmptyState, Skeleton } from "@/components/ui/state";
import { RowSkeleton, TableHead } from "@/components/ui/table";
import { May } from "@/lib/client/access";
import { useFormat, useT } from "@/lib/client/i18n";
import { type ListedTag, useDeleteTag, useTags } from "@/lib/client/tags";
import { useTitle } from "@/lib/client/title";
import { TagMark } from "./tag-chip";
import { TagDialog } from "./tag-dialog";

/** On a phone the number of contacts is below the name, which needs the width. */
const GRID =
  "grid grid-cols-[minmax(0,1fr)_auto] items-center gap-x-2 px-4 sm:grid-cols-[minmax(0,1fr)_3.5rem_5.5rem] md:gap-x-5 md:grid-cols-[minmax(0,1fr)_8rem_9rem_5rem]";

export function TagsPage() {
  const t = useT();
  const tags = useTags();
  const [creating, setCreating] = useQueryState("new", parseAsString);
  const [editing, setEditing] = useState<ListedTag | null>(null);
  const [deleting, setDeleting] = useState<ListedTag | null>(null);
  useTitle(creating === null ? null : t("tags.new"), t("nav.tags"));
  const create = (
    <May to="write">
      <Button variant="primary" onClick={() => setCreating("tag")}>
        <Plus aria-hidden="true" /> {t("tags.new")}
      </Button>
    </May>
  );
  return (
    <>
      <PageHeader title={t("nav.tags")} actions={create} />
      <ListFrame
        list={tags}
        rows={tags.data}
        skeleton={<TagsSkeleton />}
        empty={
          <EmptyState title={t("tags.empty.title")} actions={create}>
            {t("tags.empty.body")}
          </EmptyState>
        }
      >
        {(rows) => <TagTable tags={rows} onEdit={setEditing} onDelete={setDeleting} />}
      </ListFrame>
      {creating !== null && (
        <May to="write">
          <TagDialog tag={null} onClose={() => setCreating(null)} />
        </May>
      )}
      {editing && <TagDialog tag={editing} onClose={() => setEditing(null)} />}
      {deleting && <DeleteTag tag={deleting} onClose={() => setDeleting(null)} />}
    </>
  );
}

interface TagTableProps {
  tags: ListedTag[];
  onEdit: (tag: ListedTag) => void;
  onDelete: (tag: ListedTag) => void;
}

function TagTable({ tags, onEdit, onDelete }: TagTableProps) {
  const t = useT();
  const format = useFormat();
  return (
    <div>
      <TableHead
        className={`${GRID} max-md:[&>:last-child]:hidden max-sm:[&>:nth-child(2)]:hidden`}
        names={[t("tags.column.tag")]}
        figures={[t("nav.contacts"), t("tags.column.created")]}
      />
      <ul aria-label={t("nav.tags")}>
        {tags.map((tag) => (
          <li
            key={tag.id}
            className={`${GRID} relative min-h-13 border-line border-b last:border-b-0 hover:bg-sunken/70`}
          >
            <Link
              href={`/contacts?tags=${tag.id}`}
              aria-label={t("tags.show", { tag: tag.name })}
              className="flex min-w-0 items-center gap-3 rounded-sm font-medium text-sm after:absolute after:inset-0 max-sm:gap-2"
            >
              <span className="flex w-5 shrink-0 justify-center max-sm:mt-1.5">
                <TagMark tag={tag} />
              </span>
              <span className="wrap-anywhere min-w-0 py-2 max-sm:pb-0.5">{tag.name}</span>
            </Link>
            <span className="figures text-muted text-sm max-sm:col-start-1 max-sm:row-start-2 max-sm:pb-2 max-sm:pl-7 sm:text-right">
              <span className="sm:hidden">{t("contacts.count", { count: tag.contact_count })}</span>
              <span className="max-sm:hidden">{format.number(tag.contact_count)}</span>
            </span>
            <span className="figures hidden text-right text-faint text-sm md:block">
              {format.day(tag.created_at)}
            </span>
            <span className="relative flex justify-end max-sm:row-span-2 max-sm:row-start-1">
              <May to="write">
                <IconButton label={t("tags.edit", { tag: tag.name })} onClick={() => onEdit(tag)}>
                  <Pencil />
                </IconButton>
                <IconButton label={t("tags.delete", { tag: tag.name })} onClick={() => onDelete(tag)}>
                  <Trash2 />
                </IconButton>
              </May>
            </span>
          </li>
        ))}
      </ul>
    </div>
  );
}

function DeleteTag({ tag, onClose }: { tag: ListedTag; onClose: () => void }) {
  const t = useT();
  const remove = useDeleteTag();
  return (
    <Confirm
      onClose={onClose}
      title={t("tags.delete.title", { tag: tag.name })}
      description={t("tags.delete.body", { count: tag.contact_count })}
      action={t("tags.delete.action")}
      onConfirm={() => remove.mutateAsync(tag.id)}
      done={t("tags.deleted", { tag: tag.name })}
    />
  );
}

function TagsSkeleton() {
  return (
    <RowSkeleton rows={5} className={`${GRID} min-h-13`}>
      <Skeleton className="h-4 w-40" />
      <Skeleton className="h-4 w-12" />
      <Skeleton className="h-4 w-12" />
    </RowSkeleton>
  );
}
