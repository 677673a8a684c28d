"use client";

import { consequence, isIdle } from "@/components/imports/consequence";
import { Button } from "@/components/ui/button";
import { cx } from "@/components/ui/cx";
import { Dialog, DialogActions } from "@/components/ui/dialog";
import { useFormat, useT } from "@/lib/client/i18n";
import { CHANGE_KINDS, type ChangeCounts, type Differing } from "@/lib/client/review";

export interface DiffersProps {
  /** The figures at the time of the review. */
  then: ChangeCounts;
  now: Differing;
  busy: boolean;
  onLook: () => void;
  /** Continues with exactly these new changes. */
  onGoOn: (etag: string) => void;
}

/** Refused, because the import would now do something else: what, and what to do about it. */
export function Differs({ then, now, busy, onLook, onGoOn }: DiffersProps) {
  const t = useT();
  const { etag, counts } = now;
  return (
    <Dialog open onOpenChange={onLook} title={t("review.differ.title")} description={t("review.differ.body")}>
      <Figures then={then} now={counts} />
      <DialogActions>
        <Button variant="primary" onClick={onLook}>
          {t("review.differ.look")}
        </Button>
        {etag !== null && !isIdle(counts) && (
          <Button busy={busy} onClick={() => onGoOn(etag)}>
            {consequence(t, counts)}
          </Button>
        )}
      </DialogActions>
    </Dialog>
  );
}

function Figures({ then, now }: { then: ChangeCounts; now: ChangeCounts }) {
  const t = useT();
  const format = useFormat();
  return (
    <table className="figures w-full text-sm">
      <thead className="text-faint text-xs">
        <tr>
          <td />
          <th className="py-1.5 text-right font-medium">{t("review.differ.then")}</th>
          <th className="py-1.5 text-right font-medium">{t("review.differ.now")}</th>
        </tr>
      </thead>
      <tbody>
        {CHANGE_KINDS.map((kind) => (
          <tr key={kind} className="border-line border-t">
            <th className="py-1.5 text-left font-normal text-muted">{t(`review.kind.${kind}`)}</th>
            <td className="py-1.5 text-right">{format.number(then[kind])}</td>
            <td className={cx("py-1.5 text-right", then[kind] !== now[kind] && "font-semibold text-accent")}>
              {format.number(now[kind])}
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}
