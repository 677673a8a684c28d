"use client";

import type { ReactNode } from "react";
import { Button } from "@/components/ui/button";
import { EmptyState, LoadingBar } from "@/components/ui/state";
import { accessTo } from "@/lib/client/access";
import { type Read, useElsewhere } from "@/lib/client/elsewhere";
import { useT } from "@/lib/client/i18n";
import { goToWorkspace } from "./workspace-items";

interface MissingProps {
  read: Read;
  id: string;
  /** Said if no workspace of the user has it. */
  title: string;
  body?: string;
  actions: ReactNode;
}

/** What an address is about is not in this workspace: leads to the one of the user that has it. */
export function Missing({ read, id, title, body, actions }: MissingProps) {
  const t = useT();
  const { workspace, isPending, tryAgain } = useElsewhere(read, id);
  if (isPending) return <LoadingBar height="h-9" />;
  if (tryAgain)
    return (
      <EmptyState
        title={t("workspaces.elsewhere.unknown")}
        actions={<Button onClick={tryAgain}>{t("action.retry")}</Button>}
      />
    );
  if (!workspace)
    return (
      <EmptyState title={title} actions={actions}>
        {body}
      </EmptyState>
    );
  const { name } = workspace;
  const go = () => {
    const { pathname, search } = window.location;
    goToWorkspace(accessTo(workspace, false), `${pathname}${search}`);
  };
  return (
    <EmptyState
      title={t("workspaces.elsewhere", { name })}
      actions={
        <Button variant="primary" className="max-w-full" onClick={go}>
          <span className="truncate">{t("workspaces.switch", { name })}</span>
        </Button>
      }
    />
  );
}
