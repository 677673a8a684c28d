import { piecesOf } from "@/lib/damaged-letters";

/** A text decoded by a chosen encoding; letters that it breaks are marked. */
export function Damaged({ text }: { text: string }) {
  return piecesOf(text).map(({ at, piece, isDamaged }) =>
    isDamaged ? (
      <mark
        key={at}
        className="rounded-sm bg-danger-soft text-danger underline decoration-danger decoration-wavy"
      >
        {piece}
      </mark>
    ) : (
      piece
    ),
  );
}
