"use client";

import { Command } from "cmdk";
import { Monitor } from "@/components/ui/icons";
import { accessTo, useWorkspaces } from "@/lib/client/access";
import { useT } from "@/lib/client/i18n";
import { GROUP, Item } from "./palette-item";
import { goToWorkspace } from "./workspace-items";

/** The user's other workspaces; nothing for users with only one. */
export function PaletteWorkspaces({ onPick }: { onPick: () => void }) {
  const t = useT();
  const others = useWorkspaces({ anew: true }).data?.filter(({ is_current }) => !is_current) ?? [];
  if (others.length === 0) return null;
  return (
    <Command.Group heading={t("workspaces.title")} className={GROUP}>
      {others.map((one) => (
        <Item
          key={one.id}
          // Two may have the same name.
          value={`${t("workspaces.title")}: ${one.name} ${one.id}`}
          label={t("workspaces.switch", { name: one.name })}
          icon={<Monitor />}
          onPick={onPick}
          run={() => goToWorkspace(accessTo(one, false))}
        />
      ))}
    </Command.Group>
  );
}
