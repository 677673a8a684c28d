"use client";

import { Toaster } from "sonner";
import { useT } from "@/lib/client/i18n";
import { useMedia } from "./use-media";

const PHONE = "(max-width: 639px)";

/**
 * Where short messages appear; a live region, so that screen readers announce them. On phones at the top, because
 * dialogs and the selection bar are at the bottom.
 */
export function Toasts() {
  const t = useT();
  return (
    <Toaster
      position={useMedia(PHONE) ? "top-center" : "bottom-right"}
      containerAriaLabel={t("toast.region")}
      duration={6000}
      visibleToasts={4}
      offset={20}
      mobileOffset={12}
    />
  );
}
