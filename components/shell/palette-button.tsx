"use client";

import { Search } from "@/components/ui/icons";
import { Kbd } from "@/components/ui/kbd";
import { useCommandKey } from "@/lib/client/command-key";
import { useT } from "@/lib/client/i18n";
import { paletteOpen } from "@/lib/client/keys";

export function PaletteButton() {
  const t = useT();
  const command = useCommandKey();
  return (
    <button
      type="button"
      className="mb-4 flex h-9 items-center gap-2.5 rounded-md border border-line bg-paper px-3 text-left text-faint text-sm hover:border-edge hover:text-ink"
      aria-keyshortcuts="Control+K Meta+K"
      onClick={() => paletteOpen.set(true)}
    >
      <Search aria-hidden="true" className="size-4" />
      <span className="grow truncate">{t("nav.commands")}</span>
      <Kbd>{`${command} K`}</Kbd>
    </button>
  );
}
