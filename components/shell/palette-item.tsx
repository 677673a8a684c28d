"use client";

import { Command } from "cmdk";
import type { ReactNode } from "react";
import { Kbd } from "@/components/ui/kbd";
import { isOffline } from "@/lib/client/connection";
import { singleKeys } from "@/lib/client/single-keys";
import { useStore } from "@/lib/client/store";

export const GROUP =
  "[&_[cmdk-group-heading]]:eyebrow [&_[cmdk-group-heading]]:px-2.5 [&_[cmdk-group-heading]]:pt-2 [&_[cmdk-group-heading]]:pb-1";

interface ItemProps {
  label: string;
  icon: ReactNode;
  run: () => void;
  onPick: () => void;
  value?: string;
  /** The keys that do the same from anywhere. */
  keys?: string | undefined;
}

/** One command that Enter runs. */
export function Item({ label, icon, run, onPick, value = label, keys }: ItemProps) {
  const single = useStore(singleKeys);
  return (
    <Command.Item
      value={value}
      forceMount={value.startsWith("contact ")}
      className="flex min-h-9 cursor-default items-center gap-3 rounded-sm px-2.5 text-sm data-[selected=true]:bg-sunken touch:min-h-11 [&_svg]:size-4 [&_svg]:text-faint"
      onSelect={() => {
        onPick();
        if (!isOffline()) run();
      }}
    >
      {icon}
      <span className="wrap-anywhere min-w-0 grow py-1">{label}</span>
      {keys && single && (
        <span aria-hidden="true" className="flex gap-1 touch:hidden">
          {[...keys].map((key) => (
            <Kbd key={key}>{key}</Kbd>
          ))}
        </span>
      )}
    </Command.Item>
  );
}
