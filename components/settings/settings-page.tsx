"use client";

import { useEffect } from "react";
import { PageHeader } from "@/components/shell/page-header";
import { ErrorState, Loading, Skeleton } from "@/components/ui/state";
import { May, useMay } from "@/lib/client/access";
import { useApiKeys } from "@/lib/client/api-keys";
import { useConfig } from "@/lib/client/config";
import { useFactors } from "@/lib/client/factors";
import { useFields } from "@/lib/client/fields";
import { useT } from "@/lib/client/i18n";
import { useWays } from "@/lib/client/links";
import { useInvitations, useMembers } from "@/lib/client/members";
import { useNotifications } from "@/lib/client/notifications";
import { useOnce } from "@/lib/client/once";
import { useSessions } from "@/lib/client/sessions";
import { useSettings } from "@/lib/client/settings";
import { useSettingsParts } from "@/lib/client/settings-parts";
import { useWebhookEndpoints } from "@/lib/client/webhooks";
import { useWorkspace } from "@/lib/client/workspace";
import { AccountSection } from "./account-section";
import { ApiKeysSection } from "./api-keys-section";
import { DeleteAccountSection } from "./delete-account-section";
import { DeleteSection } from "./delete-section";
import { FactorsSection } from "./factors-section";
import { FieldsSection } from "./fields-section";
import { LookSection } from "./look-section";
import { MailSection } from "./mail-section";
import { MembersSection } from "./members-section";
import { NotifySection } from "./notify-section";
import { OriginsSection } from "./origins-section";
import { PartsSection } from "./parts-section";
import { SecuritySection } from "./security-section";
import { SENT_MAILS } from "./sent-mails";
import { SessionsSection } from "./sessions-section";
import { WaysSection } from "./ways-section";
import { WebhooksSection } from "./webhooks-section";
import { WorkspaceSection } from "./workspace-section";

interface SettingsPageProps {
  email: string;
  dataFolder: string | null;
}

export function SettingsPage(props: SettingsPageProps) {
  const t = useT();
  const answered = useFirstAnswers();
  // The browser looked for the link's target before it was rendered.
  useEffect(() => {
    if (answered) document.getElementById(window.location.hash.slice(1))?.scrollIntoView();
  }, [answered]);
  return (
    <>
      <PageHeader title={t("nav.settings")} />
      <Index />
      {answered ? <Sections {...props} /> : <SettingsSkeleton />}
    </>
  );
}

/** The page is long. */
function Index() {
  const t = useT();
  return (
    <nav aria-label={t("settings.index")} className="mb-8">
      <ul className="flex flex-wrap gap-x-1.5 gap-y-1.5">
        {useSettingsParts().map(({ id, name }) => (
          <li key={id}>
            <a
              href={`#${id}`}
              className="inline-flex min-h-8 items-center rounded-md border border-line bg-surface px-2.5 text-muted text-sm hover:border-edge hover:text-ink touch:min-h-11"
            >
              {t(name)}
            </a>
          </li>
        ))}
      </ul>
    </nav>
  );
}

function Sections({ email, dataFolder }: SettingsPageProps) {
  return (
    <>
      <May to="manage">
        <SendingSections />
      </May>
      <MembersSection />
      <WorkspaceSection />
      <FieldsSection />
      <May to="manage">
        <ApiKeysSection />
        <WebhooksSection />
        <OriginsOfPages />
      </May>
      <LookSection />
      <AccountSection email={email} />
      <WaysSection />
      <FactorsSection />
      <SessionsSection />
      <May to="manage">
        <PartsSection dataFolder={dataFolder} />
      </May>
      <SecuritySection />
      <May to="govern">
        <DeleteSection />
      </May>
      <DeleteAccountSection email={email} />
    </>
  );
}

function SendingSections() {
  const settings = useSettings();
  return (
    <>
      {settings.isPending && <SettingsSkeleton />}
      {settings.isError && (
        <div className="sheet mb-8">
          <ErrorState error={settings.error} onRetry={settings.refetch} />
        </div>
      )}
      {settings.data && (
        <>
          <MailSection settings={settings.data} />
          <NotifySection settings={settings.data} />
        </>
      )}
    </>
  );
}

function OriginsOfPages() {
  const { data } = useSettings();
  return data ? <OriginsSection settings={data} /> : null;
}

/** False until everything has loaded once, or failed: each part would move the buttons of those below it. */
function useFirstAnswers(): boolean {
  const { embedded } = useConfig();
  const sessions = useSessions(embedded.identity);
  const ways = useWays(embedded.identity);
  const own = embedded.identity ? [sessions, ways] : [];
  const asked = [
    useSettings(),
    useNotifications(SENT_MAILS),
    useFields(),
    useMembers(),
    useWorkspace(),
    useFactors(),
    ...own,
  ];
  const keys = useApiKeys();
  const endpoints = useWebhookEndpoints();
  const invitations = useInvitations();
  const managed = useMay("manage") ? [keys, endpoints, invitations] : [];
  return useOnce(
    [...asked, ...managed].every(({ isPending, failureCount }) => !isPending || failureCount > 0),
  );
}

function SettingsSkeleton() {
  return (
    <Loading>
      {["a", "b"].map((row) => (
        <div
          key={row}
          className="grid gap-x-12 gap-y-4 border-line border-t py-8 lg:grid-cols-[16rem_minmax(0,38rem)]"
        >
          <Skeleton className="h-5 w-32" />
          <div className="grid gap-4">
            <Skeleton className="h-9 w-full" />
            <Skeleton className="h-9 w-2/3" />
          </div>
        </div>
      ))}
    </Loading>
  );
}
