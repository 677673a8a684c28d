"use client";

import { useSyncExternalStore } from "react";
import { useT } from "./i18n";

const never = () => () => undefined;
const isApple = () => /Mac|iPhone|iPad/.test(navigator.platform);

/** What the key is called that asks for a command together with another one. */
export function useCommandKey(): string {
  const t = useT();
  return useSyncExternalStore(never, isApple, () => false) ? "⌘" : t("keys.control");
}
