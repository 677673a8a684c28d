"use client";

import { useState } from "react";
import { Dialog } from "@/components/ui/dialog";
import { NameForm } from "@/components/ui/name-form";
import { useForm, useWhileShown } from "@/components/ui/use-form";
import { accessTo } from "@/lib/client/access";
import { useT } from "@/lib/client/i18n";
import { useCreateWorkspace } from "@/lib/client/workspace";
import { goToWorkspace } from "./workspace-items";

/** Creates another workspace and opens it. */
export function NewWorkspaceDialog({ onClose }: { onClose: () => void }) {
  const t = useT();
  const [name, setName] = useState("");
  const create = useCreateWorkspace();
  const open = useWhileShown(goToWorkspace);
  const form = useForm(async () => {
    const made = await create.mutateAsync(name.trim());
    open(accessTo(made, false));
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
