"use client";

import { Toaster } from "sonner";
import { useT } from "@/lib/client/i18n";

/** Where short messages appear; a live region, so that they are also heard. */
export function Toasts() {
  const t = useT();
  return (
    <Toaster
      position="bottom-right"
      containerAriaLabel={t("toast.region")}
      duration={6000}
      visibleToasts={4}
      offset={20}
      mobileOffset={12}
    />
  );
}
