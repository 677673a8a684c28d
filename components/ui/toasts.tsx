"use client";

import { useSyncExternalStore } from "react";
import { Toaster } from "sonner";
import { useT } from "@/lib/client/i18n";

const PHONE = "(max-width: 639px)";

/**
 * Where short messages appear; a live region, so that screen readers announce them. On phones at the top, because
 * dialogs and the selection bar are at the bottom.
 */
export function Toasts() {
  const t = useT();
  const isPhone = useSyncExternalStore(
    watchPhone,
    () => window.matchMedia(PHONE).matches,
    () => false,
  );
  return (
    <Toaster
      position={isPhone ? "top-center" : "bottom-right"}
      containerAriaLabel={t("toast.region")}
      duration={6000}
      visibleToasts={4}
      offset={20}
      mobileOffset={12}
    />
  );
}

function watchPhone(changed: () => void): () => void {
  const query = window.matchMedia(PHONE);
  query.addEventListener("change", changed);
  return () => query.removeEventListener("change", changed);
}
