import { useState } from "react";
import { cx } from "./cx";

/** A figure that lights up for a moment when it changes on screen. */
export function Lit({ value }: { value: string | number }) {
  const [shown, setShown] = useState({ value, changes: 0 });
  if (shown.value !== value) setShown({ value, changes: shown.changes + 1 });
  return (
    <span key={shown.changes} className={cx("-mx-1 rounded-sm px-1", shown.changes > 0 && "animate-lit")}>
      {value}
    </span>
  );
}
