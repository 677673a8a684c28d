"use client";

import { useState } from "react";
import { toast } from "sonner";
import { Badge } from "@/components/ui/badge";
import { Button } from "@/components/ui/button";
import { LogOut } from "@/components/ui/icons";
import { ListFrame } from "@/components/ui/list-frame";
import { Loading, Skeleton } from "@/components/ui/state";
import { useConfig } from "@/lib/client/config";
import { useFormat, useT } from "@/lib/client/i18n";
import { ProofWanted, programOf, type UserSession, useEndSessions, useSessions } from "@/lib/client/sessions";
import { ProofDialog } from "./proof-dialog";
import { Section } from "./section";

/** Where the user is signed in. A hosted provider keeps that list itself. */
export function SessionsSection() {
  const t = useT();
  const { embedded } = useConfig();
  return (
    <Section
      id="sessions"
      title={t("settings.sessions")}
      body={t(embedded.identity ? "settings.sessions.body" : "settings.sessions.hosted")}
    >
      {embedded.identity && <Sessions />}
    </Section>
  );
}

function Sessions() {
  const t = useT();
  const list = useSessions(true);
  const end = useEndSessions();
  /** Which one is to end as soon as the user has proved anew who they are; `null`: all others. */
  const [waiting, setWaiting] = useState<string | null>();
  const run = (id: string | null) => {
    setWaiting(undefined);
    end.mutate(id, {
      onSuccess: () => toast.success(t(id ? "settings.sessions.ended" : "settings.sessions.othersEnded")),
      onError: (error) =>
        error instanceof ProofWanted ? setWaiting(id) : toast.error(t("auth.error.network")),
    });
  };
  return (
    <>
      <ListFrame
        compact
        list={list}
        rows={list.data}
        skeleton={
          <Loading label={t("state.loading")}>
            <Skeleton className="h-10 w-full" />
          </Loading>
        }
        empty={null}
      >
        {(rows) => (
          <ul aria-label={t("settings.sessions")}>
            {rows.map((session) => (
              <SessionRow key={session.id} session={session} onEnd={() => run(session.id)} />
            ))}
          </ul>
        )}
      </ListFrame>
      {(list.data?.length ?? 0) > 1 && (
        <Button className="mt-4" busy={end.isPending} onClick={() => run(null)}>
          {t("settings.sessions.others")}
        </Button>
      )}
      {waiting !== undefined && (
        <ProofDialog kind="any" onProved={() => run(waiting)} onClose={() => setWaiting(undefined)} />
      )}
    </>
  );
}

function SessionRow({ session, onEnd }: { session: UserSession; onEnd: () => void }) {
  const t = useT();
  const format = useFormat();
  const name = programOf(session.user_agent) ?? t("settings.sessions.unknown");
  const used = t("settings.sessions.used", { when: format.ago(session.last_used_at) });
  return (
    <li className="flex items-center gap-3 border-line border-b py-2.5 first:pt-0">
      <div className="min-w-0 grow">
        <p className="flex flex-wrap items-center gap-2 text-sm">
          <span className="font-medium">{name}</span>
          {session.current && <Badge tone="accent">{t("settings.sessions.here")}</Badge>}
        </p>
        <p className="figures text-muted text-sm">{[session.address, used].filter(Boolean).join(" · ")}</p>
      </div>
      {!session.current && (
        <Button
          size="icon-sm"
          variant="ghost"
          aria-label={t("settings.sessions.end", { name })}
          onClick={onEnd}
        >
          <LogOut />
        </Button>
      )}
    </li>
  );
}
