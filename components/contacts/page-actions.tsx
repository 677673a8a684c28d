"use client";

import { Button } from "@/components/ui/button";
import { Merge, Plus, Upload } from "@/components/ui/icons";
import { Link } from "@/components/ui/link";
import { May } from "@/lib/client/access";
import { useT } from "@/lib/client/i18n";

/** Where the list is narrow their icons alone, beside the title. */
const IF_WIDE = "@max-lg:sr-only";
const NARROW = "@max-lg:px-2.5";

/** What can be done on the page of contacts. */
export function PageActions({ onAdd }: { onAdd: () => void }) {
  const t = useT();
  return (
    <>
      <May to="write">
        <Button asChild className={NARROW}>
          <Link href="/contacts/duplicates" title={t("duplicates.title")}>
            <Merge aria-hidden="true" /> <span className={IF_WIDE}>{t("duplicates.title")}</span>
          </Link>
        </Button>
      </May>
      <May to="import">
        <Button asChild className={NARROW}>
          <Link href="/imports/new" title={t("contacts.import")}>
            <Upload aria-hidden="true" /> <span className={IF_WIDE}>{t("contacts.import")}</span>
          </Link>
        </Button>
      </May>
      <May to="write">
        <Button variant="primary" className={NARROW} title={t("contacts.add")} onClick={onAdd}>
          <Plus aria-hidden="true" /> <span className={IF_WIDE}>{t("contacts.add")}</span>
        </Button>
      </May>
    </>
  );
}
