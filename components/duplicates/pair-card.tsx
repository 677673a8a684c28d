"use client";

import { useId, useState } from "react";
import { Badge } from "@/components/ui/badge";
import { Button } from "@/components/ui/button";
import { Merge } from "@/components/ui/icons";
import { Link } from "@/components/ui/link";
import { useTell } from "@/components/ui/use-form";
import { May } from "@/lib/client/access";
import { contactName } from "@/lib/client/contacts";
import { type DuplicatePair, type MergeRules, useMerge, useTellApart } from "@/lib/client/duplicates";
import { useT } from "@/lib/client/i18n";
import { PairFields } from "./pair-fields";

/** Two contacts that are probably the same: why, the values of each, and the choice between them. */
export function PairCard({ pair }: { pair: DuplicatePair }) {
  const t = useT();
  const heading = useId();
  const [rules, setRules] = useState<MergeRules>({});
  return (
    <li>
      <article aria-labelledby={heading} className="sheet p-4 sm:p-5">
        <header className="mb-4 flex flex-wrap items-center gap-x-3 gap-y-2">
          <h2 id={heading} className="min-w-0 wrap-anywhere text-base">
            {pair.contacts.map((contact, at) => (
              <span key={contact.id}>
                {at > 0 && <span className="text-faint"> {t("duplicates.and")} </span>}
                <Link
                  href={`/contacts/${contact.id}`}
                  className="underline decoration-edge underline-offset-3"
                >
                  {contactName(contact)}
                </Link>
              </span>
            ))}
          </h2>
          <span className="flex flex-wrap gap-1.5">
            {pair.reasons.map((reason) => (
              <Badge key={reason}>{t(`duplicates.reason.${reason}`)}</Badge>
            ))}
          </span>
          <span className="figures text-muted text-sm sm:ml-auto">
            {t("duplicates.score", { percent: Math.round(pair.score * 100) })}
          </span>
        </header>
        <PairFields contacts={pair.contacts} rules={rules} onChange={setRules} />
        <May to="write">
          <Actions pair={pair} rules={rules} />
        </May>
      </article>
    </li>
  );
}

function Actions({ pair, rules }: { pair: DuplicatePair; rules: MergeRules }) {
  const t = useT();
  const merge = useMerge(pair.contacts);
  const apart = useTellApart(pair.contacts);
  const isOptedOut = pair.contacts.some(({ is_unsubscribed }) => is_unsubscribed);
  const tell = useTell();
  const run = () => tell(merge.mutateAsync(rules), t("duplicates.merged"));
  const part = () => tell(apart.mutateAsync(undefined), t("duplicates.apart.done"));
  return (
    <footer className="mt-4 flex flex-wrap items-center gap-2">
      <Button variant="primary" busy={merge.isPending} disabled={apart.isPending} onClick={run}>
        <Merge aria-hidden="true" /> {t("duplicates.merge")}
      </Button>
      <Button busy={apart.isPending} disabled={merge.isPending} onClick={part}>
        {t("duplicates.apart")}
      </Button>
      <p className="min-w-0 basis-full text-muted text-sm sm:basis-auto sm:pl-2">
        {t(isOptedOut ? "duplicates.keeps.optedOut" : "duplicates.keeps")}
      </p>
    </footer>
  );
}
