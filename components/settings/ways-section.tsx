"use client";

import { useState } from "react";
import { toast } from "sonner";
import { Button } from "@/components/ui/button";
import { Confirm } from "@/components/ui/confirm";
import { ListFrame } from "@/components/ui/list-frame";
import { useConfig } from "@/lib/client/config";
import { useFormat, useT } from "@/lib/client/i18n";
import { useChangeLink, useWays } from "@/lib/client/links";
import type { ProviderLink } from "@/lib/identity/answers";
import { Section, SettingRow } from "./section";
import { useProof } from "./use-proof";

/** What opens the account. A hosted provider keeps that list itself. */
export function WaysSection() {
  const t = useT();
  const { embedded } = useConfig();
  const ways = useWays(embedded.identity);
  if (!embedded.identity) return null;
  return (
    <Section id="ways" title={t("settings.ways")} body={t("settings.ways.body")}>
      <ListFrame compact list={ways} rows={ways.data && [ways.data]}>
        {([all]) => (
          <ul aria-label={t("settings.ways")} className="[&>:last-child]:border-b-0">
            <SettingRow
              title={t("settings.ways.password")}
              detail={t(all?.password ? "settings.ways.password.set" : "settings.ways.password.none")}
            />
            {all?.identities.map((link) => (
              <LinkRow key={link.identity_id} link={link} />
            ))}
          </ul>
        )}
      </ListFrame>
    </Section>
  );
}

function LinkRow({ link }: { link: ProviderLink }) {
  const t = useT();
  const format = useFormat();
  const change = useChangeLink();
  const [asks, setAsks] = useState(false);
  const { name, email, created_at, unlinked_at } = link;
  const run = () => {
    setAsks(false);
    change.mutateAsync(link).then(
      () => void toast.success(t(unlinked_at ? "settings.ways.linked" : "settings.ways.unlinked", { name })),
      (error) => void proof.tell(error),
    );
  };
  const proof = useProof({ onProved: run });
  const when = unlinked_at
    ? t("settings.ways.ended", { date: format.day(unlinked_at) })
    : t("settings.ways.since", { date: format.day(created_at) });
  return (
    <SettingRow title={name} detail={[email, when].filter(Boolean).join(" · ")}>
      <Button size="sm" busy={change.isPending} onClick={() => (unlinked_at ? run() : setAsks(true))}>
        {t(unlinked_at ? "settings.ways.again" : "settings.ways.unlink")}
      </Button>
      {asks && (
        <Confirm
          onClose={() => setAsks(false)}
          title={t("settings.ways.unlink.title", { name })}
          description={t("settings.ways.unlink.body", { name })}
          action={t("settings.ways.unlink")}
          onConfirm={run}
        />
      )}
      {proof.dialog}
    </SettingRow>
  );
}
