"use client";

import { useState } from "react";
import { Button } from "@/components/ui/button";
import { Confirm } from "@/components/ui/confirm";
import { ErrorState, LoadingBar } from "@/components/ui/state";
import { accessTo, useWorkspaces } from "@/lib/client/access";
import { useT } from "@/lib/client/i18n";
import { leaveDeletedWorkspace } from "@/lib/client/session";
import { useDeleteWorkspace, useWorkspace } from "@/lib/client/workspace";
import { switchWorkspace } from "@/lib/client/workspace-choice";
import { Section } from "./section";

/** Deleting a workspace: what is deleted, what is kept, and its name to type. */
export function DeleteSection() {
  const t = useT();
  const workspace = useWorkspace();
  const [asking, setAsking] = useState(false);
  const { data } = workspace;
  return (
    <Section id="delete" title={t("settings.delete")} body={t("settings.delete.body")}>
      {workspace.isPending && <LoadingBar height="h-16" />}
      {workspace.isError && <ErrorState compact error={workspace.error} onRetry={workspace.refetch} />}
      {data && (
        <div className="flex flex-wrap items-center justify-between gap-x-6 gap-y-3 rounded-md border border-danger/35 px-4 py-3.5">
          <div className="min-w-0">
            <p className="wrap-anywhere font-medium text-sm">{data.name}</p>
            <p className="text-muted text-sm">{t("contacts.count", { count: data.contacts })}</p>
          </div>
          <Button className="text-danger!" onClick={() => setAsking(true)}>
            {t("settings.delete.open")}
          </Button>
        </div>
      )}
      {data && asking && (
        <AskForName name={data.name} contacts={data.contacts} onClose={() => setAsking(false)} />
      )}
    </Section>
  );
}

function AskForName({ name, contacts, onClose }: { name: string; contacts: number; onClose: () => void }) {
  const t = useT();
  const remove = useDeleteWorkspace();
  const other = useWorkspaces().data?.find(({ is_current }) => !is_current);
  const run = async () => {
    await remove.mutateAsync(name);
    if (other) switchWorkspace(accessTo(other, false));
    else await leaveDeletedWorkspace();
  };
  return (
    <Confirm
      onClose={onClose}
      title={t("settings.delete.title")}
      description={t("settings.delete.consequence", { contacts: t("contacts.count", { count: contacts }) })}
      typed={name}
      action={t("settings.delete.action")}
      onConfirm={run}
    />
  );
}
