"use client";

import { Plus } from "@/components/ui/icons";
import { MenuItem, MenuLabel, MenuRadio, MenuRadioGroup, MenuSeparator } from "@/components/ui/menu";
import { accessTo, useWorkspaces } from "@/lib/client/access";
import type { Access } from "@/lib/client/access-cookie";
import { flushHeldActions } from "@/lib/client/held-actions";
import { useT } from "@/lib/client/i18n";
import { leavePage } from "@/lib/client/unsaved";
import { switchWorkspace } from "@/lib/client/workspace-choice";

/** Switches to another workspace, after a question if a text would be lost, and after the held actions in this one. */
export function goToWorkspace(access: Access, address?: string): void {
  void leavePage(() => void flushHeldActions().then(() => switchWorkspace(access, address)));
}

/**
 * Among many workspaces the current one is seen first, and what follows the list stays in view. Half a row says that
 * there are more.
 */
function showChecked(list: HTMLElement | null): void {
  list?.querySelector("[data-state=checked]")?.scrollIntoView({ block: "nearest" });
}

/** The account menu's part about workspaces: the current one, the others, and a new one. */
export function WorkspaceItems({ onCreate }: { onCreate: () => void }) {
  const t = useT();
  const { data: workspaces = [] } = useWorkspaces({ anew: true });
  const current = workspaces.find(({ is_current }) => is_current);
  const change = (id: string) => {
    const chosen = workspaces.find((one) => one.id === id);
    if (chosen && !chosen.is_current) goToWorkspace(accessTo(chosen, false));
  };
  return (
    <>
      <MenuLabel>{t("workspaces.title")}</MenuLabel>
      <MenuRadioGroup
        ref={showChecked}
        className="max-h-76 overflow-y-auto overscroll-contain"
        value={current?.id ?? ""}
        onValueChange={change}
      >
        {workspaces.map(({ id, name, role }) => (
          <MenuRadio key={id} value={id}>
            <span dir="auto" className="wrap-anywhere min-w-0 grow py-1">
              {name}
            </span>
            <span className="text-faint text-xs">{t(`role.${role}`)}</span>
          </MenuRadio>
        ))}
      </MenuRadioGroup>
      <MenuItem onSelect={onCreate}>
        <Plus aria-hidden="true" /> {t("workspaces.new")}
      </MenuItem>
      <MenuSeparator />
    </>
  );
}
