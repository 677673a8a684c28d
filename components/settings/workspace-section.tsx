"use client";

import { useState } from "react";
import { Button } from "@/components/ui/button";
import { Confirm } from "@/components/ui/confirm";
import { Dialog } from "@/components/ui/dialog";
import { NameForm } from "@/components/ui/name-form";
import { ErrorState, LoadingBar } from "@/components/ui/state";
import { useForm, useWhileShown } from "@/components/ui/use-form";
import { accessTo, May, useWorkspaces } from "@/lib/client/access";
import { leaveForeignWorkspace } from "@/lib/client/api";
import { useT } from "@/lib/client/i18n";
import { useLeaveWorkspace, useMembers } from "@/lib/client/members";
import { useRenameWorkspace, useWorkspace } from "@/lib/client/workspace";
import { switchWorkspace } from "@/lib/client/workspace-choice";
import { Section } from "./section";

/** The workspace's name, editable by owners and admins, and the way to leave it for members who are not alone. */
export function WorkspaceSection() {
  const t = useT();
  const workspace = useWorkspace();
  const isShared = (useMembers().data?.length ?? 0) > 1;
  const [doing, setDoing] = useState<"rename" | "leave" | null>(null);
  const { data } = workspace;
  return (
    <Section id="workspace" title={t("workspace.title")} body={t("workspace.body")}>
      {workspace.isPending && <LoadingBar height="h-9" />}
      {workspace.isError && <ErrorState compact error={workspace.error} onRetry={workspace.refetch} />}
      {data && (
        <div className="flex flex-wrap items-center gap-3">
          <p className="wrap-anywhere min-w-0 grow font-medium text-sm">{data.name}</p>
          <May to="manage">
            <Button onClick={() => setDoing("rename")}>{t("workspace.rename")}</Button>
          </May>
          {isShared && (
            <Button className="text-danger!" onClick={() => setDoing("leave")}>
              {t("workspace.leave")}
            </Button>
          )}
        </div>
      )}
      {data && doing === "rename" && <Rename name={data.name} onClose={() => setDoing(null)} />}
      {data && doing === "leave" && <Leave name={data.name} onClose={() => setDoing(null)} />}
    </Section>
  );
}

function Rename({ name: old, onClose }: { name: string; onClose: () => void }) {
  const t = useT();
  const [name, setName] = useState(old);
  const rename = useRenameWorkspace();
  const close = useWhileShown(onClose);
  const form = useForm(async () => {
    await rename.mutateAsync(name.trim());
    close();
  });
  return (
    <Dialog open onOpenChange={onClose} title={t("workspace.rename")}>
      <NameForm
        label={t("workspace.name")}
        name={name}
        onName={setName}
        action={t("action.save")}
        onClose={onClose}
        {...form}
      />
    </Dialog>
  );
}

function Leave({ name, onClose }: { name: string; onClose: () => void }) {
  const t = useT();
  const leave = useLeaveWorkspace();
  const other = useWorkspaces().data?.find(({ is_current }) => !is_current);
  return (
    <Confirm
      onClose={onClose}
      title={t("workspace.leave.title", { name })}
      description={t(other ? "workspace.leave.body" : "workspace.leave.last")}
      action={t("workspace.leave")}
      onConfirm={async () => {
        await leave.mutateAsync(undefined);
        if (other) switchWorkspace(accessTo(other, false));
        else leaveForeignWorkspace();
      }}
    />
  );
}
