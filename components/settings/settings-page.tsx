"use client";

import { PageHeader } from "@/components/shell/page-header";
import { ErrorState, Loading, Skeleton } from "@/components/ui/state";
import { useT } from "@/lib/client/i18n";
import { useSettings } from "@/lib/client/settings";
import { AccountSection } from "./account-section";
import { ApiKeysSection } from "./api-keys-section";
import { DeleteSection } from "./delete-section";
import { LookSection } from "./look-section";
import { MailSection } from "./mail-section";
import { NotifySection } from "./notify-section";
import { PartsSection } from "./parts-section";

export function SettingsPage({ email, dataFolder }: { email: string; dataFolder: string | null }) {
  const t = useT();
  const settings = useSettings();
  return (
    <>
      <PageHeader title={t("settings.title")} />
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
      <ApiKeysSection />
      <LookSection />
      <AccountSection email={email} />
      <PartsSection dataFolder={dataFolder} />
      <DeleteSection />
    </>
  );
}

function SettingsSkeleton() {
  const t = useT();
  return (
    <Loading label={t("state.loading")}>
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
