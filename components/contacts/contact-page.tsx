"use client";

import { useRouter } from "next/navigation";
import { BackLink } from "@/components/shell/back-link";
import { useT } from "@/lib/client/i18n";
import { ContactDetail } from "./contact-detail";
import { useEditGuard } from "./use-edit-guard";

export function ContactPage({ id }: { id: string }) {
  const t = useT();
  const router = useRouter();
  const { question } = useEditGuard();
  return (
    <div className="mx-auto max-w-2xl">
      <BackLink href="/contacts">{t("nav.contacts")}</BackLink>
      <div className="sheet mt-3 p-5 sm:p-8">
        <ContactDetail id={id} headingLevel="h1" onDeleted={() => router.push("/contacts")} />
      </div>
      {question}
    </div>
  );
}
