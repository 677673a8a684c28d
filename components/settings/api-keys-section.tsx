"use client";

import { useState } from "react";
import { toast } from "sonner";
import { Badge } from "@/components/ui/badge";
import { Button } from "@/components/ui/button";
import { Confirm } from "@/components/ui/confirm";
import { Plus, Trash2 } from "@/components/ui/icons";
import { ListFrame } from "@/components/ui/list-frame";
import { Loading, Skeleton } from "@/components/ui/state";
import { type ApiKey, useApiKeys, useRevokeApiKey } from "@/lib/client/api-keys";
import { ApiFailure } from "@/lib/client/failure";
import { useFormat, useT } from "@/lib/client/i18n";
import { NewKeyDialog } from "./new-key-dialog";
import { Section } from "./section";

/** Keys for programs: listed by name and hint, made and revoked here. */
export function ApiKeysSection() {
  const t = useT();
  const keys = useApiKeys();
  const [creating, setCreating] = useState(false);
  const [revoking, setRevoking] = useState<ApiKey | null>(null);
  return (
    <Section id="keys" title={t("settings.keys")} body={t("settings.keys.body")}>
      <ListFrame
        compact
        list={keys}
        rows={keys.data}
        skeleton={
          <Loading label={t("state.loading")}>
            <Skeleton className="h-10 w-full" />
          </Loading>
        }
        empty={<p className="text-muted text-sm">{t("settings.keys.none")}</p>}
      >
        {(rows) => (
          <ul aria-label={t("settings.keys")}>
            {rows.map((key) => (
              <KeyRow key={key.id} apiKey={key} onRevoke={() => setRevoking(key)} />
            ))}
          </ul>
        )}
      </ListFrame>
      <Button className="mt-4" onClick={() => setCreating(true)}>
        <Plus aria-hidden="true" /> {t("settings.keys.new")}
      </Button>
      {creating && <NewKeyDialog onClose={() => setCreating(false)} />}
      {revoking && <RevokeKey apiKey={revoking} onClose={() => setRevoking(null)} />}
    </Section>
  );
}

function KeyRow({ apiKey, onRevoke }: { apiKey: ApiKey; onRevoke: () => void }) {
  const t = useT();
  const format = useFormat();
  const used = apiKey.last_used_at
    ? t("settings.keys.used", { when: format.ago(apiKey.last_used_at) })
    : t("settings.keys.unused");
  const until = apiKey.expires_at && t("settings.keys.until", { date: format.day(apiKey.expires_at) });
  return (
    <li className="flex items-center gap-3 border-line border-b py-2.5 first:pt-0">
      <div className="min-w-0 grow">
        <p className="flex flex-wrap items-center gap-2 text-sm">
          <span className="font-medium">{apiKey.name}</span>
          {apiKey.scopes.map((scope) => (
            <Badge key={scope}>{t(`settings.keys.scope.${scope}`)}</Badge>
          ))}
        </p>
        <p className="figures text-muted text-sm">
          <code className="font-mono text-xs">{apiKey.hint}</code> ·{" "}
          {[used, until].filter(Boolean).join(" · ")}
        </p>
      </div>
      <Button
        size="icon-sm"
        variant="ghost"
        aria-label={t("settings.keys.revoke", { name: apiKey.name })}
        onClick={onRevoke}
      >
        <Trash2 />
      </Button>
    </li>
  );
}

function RevokeKey({ apiKey, onClose }: { apiKey: ApiKey; onClose: () => void }) {
  const t = useT();
  const revoke = useRevokeApiKey();
  const run = async () => {
    try {
      await revoke.mutateAsync(apiKey.id);
      toast.success(t("settings.keys.revoked"));
      onClose();
    } catch (error) {
      toast.error(ApiFailure.from(error).say(t));
    }
  };
  return (
    <Confirm
      open
      onOpenChange={onClose}
      title={t("settings.keys.revoke.title", { name: apiKey.name })}
      description={t("settings.keys.revoke.body")}
      action={t("settings.keys.revoke.action")}
      busy={revoke.isPending}
      onConfirm={run}
    />
  );
}
