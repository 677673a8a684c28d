import { type RefObject, useRef } from "react";
import { useKeptFocus } from "@/components/ui/use-kept-focus";

/** Answers and choices that disappear hand the focus on: to the next question, the main button, or how the file is read. */
export function useStepFocus(asks: RefObject<HTMLElement | null>) {
  const step = useRef<HTMLElement>(null);
  const find = (selector: string) => step.current?.querySelector<HTMLElement>(selector);
  const onAsks = useKeptFocus(
    () => find("[data-open-question] button") ?? find("[data-bulk-bar] button:enabled") ?? asks.current,
  );
  const onReading = useKeptFocus(() => find("[data-dialect] > summary"));
  const onStep = useKeptFocus(() => find("h2"));
  return { step, onAsks, onReading, onStep };
}
