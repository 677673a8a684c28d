"use client";

import { useState } from "react";
import { Badge } from "@/components/ui/badge";
import { Button } from "@/components/ui/button";
import { Confirm } from "@/components/ui/confirm";
import { IconButton } from "@/components/ui/icon-button";
import { Plus, Trash2 } from "@/components/ui/icons";
import { type ApiKey, useApiKeys, useRevokeApiKey } from "@/lib/client/api-keys";
import { useFormat, useT } from "@/lib/client/i18n";
import { NewKeyDialog } from "./new-key-dialog";
import { Section, SettingList, SettingRow } from "./section";

/** Keys for programs: listed by name and hint, created and revoked here. */
export function ApiKeysSection() {
  const t = useT();
  const keys = useApiKeys();
  const [creating, setCreating] = useState(false);
  const [revoking, setRevoking] = useState<ApiKey | null>(null);
  return (
    <Section id="keys" title={t("settings.keys")} body={t("settings.keys.body")}>
      <SettingList label={t("settings.keys")} list={keys} rows={keys.data} none={t("settings.keys.none")}>
        {(key) => <KeyRow key={key.id} apiKey={key} onRevoke={() => setRevoking(key)} />}
      </SettingList>
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
    <SettingRow
      title={apiKey.name}
      badges={apiKey.scopes.map((scope) => <Badge key={scope}>{t(`settings.keys.scope.${scope}`)}</Badge>)}
      detail={
        <>
          <code className="font-mono text-xs">{apiKey.hint}</code> ·{" "}
          {[used, until].filter(Boolean).join(" · ")}
        </>
      }
    >
      <IconButton label={t("settings.keys.revoke", { name: apiKey.name })} onClick={onRevoke}>
        <Trash2 />
      </IconButton>
    </SettingRow>
  );
}

function RevokeKey({ apiKey, onClose }: { apiKey: ApiKey; onClose: () => void }) {
  const t = useT();
  const revoke = useRevokeApiKey();
  return (
    <Confirm
      onClose={onClose}
      title={t("settings.keys.revoke.title", { name: apiKey.name })}
      description={t("settings.keys.revoke.body")}
      action={t("settings.keys.revoke.action")}
      onConfirm={() => revoke.mutateAsync(apiKey.id)}
      done={t("settings.keys.revoked")}
    />
  );
}
