import type { ImportRowError } from "@/lib/client/imports";

/** The original cells without trailing empty ones; the faulty cell is marked. */
export function RowCells({
  headers,
  error,
}: {
  headers: string[];
  error: Pick<ImportRowError, "cells" | "column">;
}) {
  const at = error.column === null ? -1 : headers.indexOf(error.column);
  const filled = error.cells.findLastIndex((cell) => cell !== "");
  return (
    <span className="wrap-anywhere block max-w-xl">
      {error.cells.slice(0, Math.max(at, filled) + 1).map((cell, index) => {
        const header = headers[index] ?? String(index + 1);
        const shown = cell.length > 80 ? `${cell.slice(0, 80)}…` : cell || "–";
        return (
          <span key={header}>
            {index > 0 && <span className="text-faint"> · </span>}
            <span
              title={header}
              className={index === at ? "rounded-sm bg-danger-soft px-1 text-danger" : undefined}
            >
              {shown}
            </span>
          </span>
        );
      })}
    </span>
  );
}
