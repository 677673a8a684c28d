"use client";

import { useId, useState } from "react";
import { toast } from "sonner";
import { Badge } from "@/components/ui/badge";
import { Button } from "@/components/ui/button";
import { Merge } from "@/components/ui/icons";
import { Link } from "@/components/ui/link";
import { May } from "@/lib/client/access";
import { contactName } from "@/lib/client/contacts";
import { type DuplicatePair, type MergeRules, useMerge, useTellApart } from "@/lib/client/duplicates";
import { ApiFailure } from "@/lib/client/failure";
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
  const say = (error: unknown) => toast.error(ApiFailure.from(error).say(t));
  const run = () =>
    merge.mutate(rules, { onSuccess: () => toast.success(t("duplicates.merged")), onError: say });
  const part = () =>
    apart.mutate(undefined, { onSuccess: () => toast.success(t("duplicates.apart.done")), onError: say });
  return (
    <footer className="mt-4 flex flex-wrap items-center gap-2">
      <Button variant="primary" busy={merge.isPending} onClick={run}>
        <Merge aria-hidden="true" /> {t("duplicates.merge")}
      </Button>
      <Button busy={apart.isPending} onClick={part}>
        {t("duplicates.apart")}
      </Button>
      <p className="min-w-0 basis-full text-muted text-sm sm:basis-auto sm:pl-2">
        {t(isOptedOut ? "duplicates.keeps.optedOut" : "duplicates.keeps")}
      </p>
    </footer>
  );
}
