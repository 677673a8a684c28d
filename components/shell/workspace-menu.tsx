"use client";

import { useState } from "react";
import { Dialog } from "@/components/ui/dialog";
import { Plus } from "@/components/ui/icons";
import { MenuItem, MenuLabel, MenuRadio, MenuRadioGroup, MenuSeparator } from "@/components/ui/menu";
import { NameForm } from "@/components/ui/name-form";
import { useForm } from "@/components/ui/use-form";
import { accessTo, useWorkspaces } from "@/lib/client/access";
import type { Access } from "@/lib/client/access-cookie";
import { flushHeldActions } from "@/lib/client/held-actions";
import { useT } from "@/lib/client/i18n";
import { useCreateWorkspace } from "@/lib/client/workspace";
import { switchWorkspace } from "@/lib/client/workspace-choice";

/** Goes to another workspace, when what was held back in this one is done. */
async function go(access: Access): Promise<void> {
  await flushHeldActions();
  switchWorkspace(access);
}

/** The part of the account's menu about workspaces: which it is, the others, and a new one. */
export function WorkspaceItems({ onCreate }: { onCreate: () => void }) {
  const t = useT();
  const { data: workspaces = [] } = useWorkspaces();
  const current = workspaces.find(({ is_current }) => is_current);
  const change = (id: string) => {
    const chosen = workspaces.find((one) => one.id === id);
    if (chosen && !chosen.is_current) void go(accessTo(chosen, false));
  };
  return (
    <>
      <MenuLabel>{t("workspaces.title")}</MenuLabel>
      <MenuRadioGroup value={current?.id ?? ""} onValueChange={change}>
        {workspaces.map(({ id, name, role }) => (
          <MenuRadio key={id} value={id}>
            <span className="min-w-0 grow truncate">{name}</span>
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

/** Makes another workspace and goes there. */
export function NewWorkspaceDialog({ onClose }: { onClose: () => void }) {
  const t = useT();
  const [name, setName] = useState("");
  const create = useCreateWorkspace();
  const form = useForm(async () => {
    const made = await create.mutateAsync(name.trim());
    await go(accessTo(made, false));
  });
  return (
    <Dialog open onOpenChange={onClose} title={t("workspaces.new")} description={t("workspaces.new.body")}>
      <NameForm
        label={t("workspace.name")}
        name={name}
        onName={setName}
        action={t("workspaces.create")}
        onClose={onClose}
        {...form}
      />
    </Dialog>
  );
}
