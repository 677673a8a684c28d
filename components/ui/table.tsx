import type { ReactNode } from "react";
import { cx } from "./cx";
import { Loading } from "./state";

interface TableHeadProps {
  /** The grid of the rows. */
  className: string;
  names: string[];
  /** Columns of figures, which are right-aligned. */
  figures: string[];
}

/** The column names above rows in a grid; none is broken inside a word. */
export function TableHead({ className, names, figures }: TableHeadProps) {
  return (
    <div
      aria-hidden="true"
      className={cx(className, "wrap-normal min-h-9 border-line border-b text-faint text-xs")}
    >
      {names.map((name) => (
        <span key={name}>{name}</span>
      ))}
      {figures.map((name) => (
        <span key={name} className="text-right">
          {name}
        </span>
      ))}
    </div>
  );
}

/** Skeleton rows of the same shape while the first rows are loading. */
export function RowSkeleton({
  rows,
  className,
  children,
}: {
  rows: number;
  className: string;
  children: ReactNode;
}) {
  return (
    <Loading>
      {Array.from({ length: rows }, (_, index) => `row-${index}`).map((row) => (
        <div key={row} className={cx(className, "border-line border-b last:border-b-0")}>
          {children}
        </div>
      ))}
    </Loading>
  );
}
