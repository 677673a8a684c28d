import { useRef } from "react";

/** Runs once a value stays the same for a while. */
export function useDebounce<T>(run: (value: T) => void, pauseMs: number) {
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  const cancel = () => clearTimeout(timer.current);
  const later = (value: T) => {
    cancel();
    timer.current = setTimeout(() => run(value), pauseMs);
  };
  const now = (value: T) => {
    cancel();
    run(value);
  };
  return { later, now, cancel };
}
