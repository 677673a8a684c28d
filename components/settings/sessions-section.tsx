"use client";

import { useState } from "react";
import { toast } from "sonner";
import { Badge } from "@/components/ui/badge";
import { Button } from "@/components/ui/button";
import { IconButton } from "@/components/ui/icon-button";
import { LogOut } from "@/components/ui/icons";
import { useConfig } from "@/lib/client/config";
import { useFormat, useT } from "@/lib/client/i18n";
import { programOf, useEndSessions, useSessions } from "@/lib/client/sessions";
import type { UserSession } from "@/lib/identity/answers";
import { Section, SettingList, SettingRow } from "./section";
import { useProof } from "./use-proof";

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
  /** The session to end; `null`: all others. */
  const [wanted, setWanted] = useState<string | null>(null);
  const run = (id: string | null) => {
    setWanted(id);
    end.mutateAsync(id).then(
      () => void toast.success(t(id ? "settings.sessions.ended" : "settings.sessions.othersEnded")),
      (error) => void proof.tell(error),
    );
  };
  const proof = useProof({ onProved: () => run(wanted) });
  return (
    <>
      <SettingList label={t("settings.sessions")} list={list} rows={list.data}>
        {(session) => (
          <SessionRow
            key={session.id}
            session={session}
            busy={end.isPending && wanted === session.id}
            onEnd={() => run(session.id)}
          />
        )}
      </SettingList>
      {(list.data?.length ?? 0) > 1 && (
        <Button className="mt-4" busy={end.isPending} onClick={() => run(null)}>
          {t("settings.sessions.others")}
        </Button>
      )}
      {proof.dialog}
    </>
  );
}

interface SessionRowProps {
  session: UserSession;
  busy: boolean;
  onEnd: () => void;
}

function SessionRow({ session, busy, onEnd }: SessionRowProps) {
  const t = useT();
  const format = useFormat();
  const name = programOf(session.user_agent) ?? t("settings.sessions.unknown");
  const used = t("settings.keys.used", { when: format.ago(session.last_used_at) });
  return (
    <SettingRow
      title={name}
      badges={session.current && <Badge tone="accent">{t("settings.sessions.here")}</Badge>}
      detail={[session.address, used].filter(Boolean).join(" · ")}
    >
      {!session.current && (
        <IconButton label={t("settings.sessions.end", { name })} busy={busy} onClick={onEnd}>
          <LogOut />
        </IconButton>
      )}
    </SettingRow>
  );
}
