import { useEffect, useEffectEvent, useRef } from "react";

/**
 * Takes over what was typed, or filled in by the browser, before hydration.
 *
 * @returns the ref of the input
 */
export function useEarlyText(take: (text: string) => void) {
  const input = useRef<HTMLInputElement>(null);
  const takeEarly = useEffectEvent(take);
  useEffect(() => {
    if (input.current?.value) takeEarly(input.current.value);
  }, []);
  return input;
}
