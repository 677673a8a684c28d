import type { Tag } from "@/lib/client/api-types";
import { ownColor, paintOf } from "@/lib/tag-colors";

type Marked = Pick<Tag, "name" | "color" | "emoji">;

/** A tag as shown with a contact: its emoji or a dot in its colour, and its name. */
export function TagChip({ tag }: { tag: Marked }) {
  return (
    <span
      title={tag.name}
      className="inline-flex min-h-5.5 min-w-0 max-w-full items-center gap-1.5 rounded-sm border border-line bg-surface px-1.5 text-muted text-xs md:h-5.5 md:max-w-40"
    >
      <TagMark tag={tag} />
      <span className="wrap-anywhere min-w-0 md:truncate">{tag.name}</span>
    </span>
  );
}

/** The same mark in a column: all equally wide, so that the names are aligned. */
export function TagBullet({ tag }: { tag: Marked }) {
  return (
    <span aria-hidden="true" className="inline-flex w-4 shrink-0 justify-center">
      <TagMark tag={tag} />
    </span>
  );
}

export function TagMark({ tag }: { tag: Marked }) {
  if (tag.emoji) return <span aria-hidden="true">{tag.emoji}</span>;
  return (
    <span
      aria-hidden="true"
      className="size-2 shrink-0 rounded-full border border-edge/40"
      style={{ backgroundColor: paintOf(tag.color ?? ownColor(tag.name)) }}
    />
  );
}
