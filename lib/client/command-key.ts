"use client";

import { useSyncExternalStore } from "react";
import { useT } from "./i18n";

const never = () => () => undefined;
const isApple = () => /Mac|iPhone|iPad/.test(navigator.platform);

/** The name of the modifier key for commands. */
export function useCommandKey(): string {
  const t = useT();
  return useSyncExternalStore(never, isApple, () => false) ? "⌘" : t("keys.control");
}
