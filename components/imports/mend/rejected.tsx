"use client";

import { type RefObject, useId, useRef, useState } from "react";
import { ErrorState } from "@/components/ui/state";
import {
  type Correction,
  isSameRule,
  type Reason,
  useCorrections,
  useReasons,
} from "@/lib/client/corrections";
import { useT } from "@/lib/client/i18n";
import type { ChangeDraft } from "@/lib/client/import-draft";
import type { DryRun, ImportPreview } from "@/lib/client/imports";
import { NewOptions } from "../new-options";
import { Applied } from "./applied";
import { ForAll } from "./for-all";
import { Reasons } from "./reasons";
import { RejectedRows } from "./rejected-rows";

const sameReason = (a: Reason, b: Reason) => a.code === b.code && a.column === b.column;

interface RejectedProps {
  preview: ImportPreview;
  result: DryRun;
  /** The result is of the corrections before the last ones. */
  isChecking: boolean;
  onChange: ChangeDraft;
}

/** Rows that would be rejected, by reason, to be corrected in place; corrected rows are imported with the rest. */
export function Rejected({ preview, result, isChecking, onChange }: RejectedProps) {
  const titleId = useId();
  const title = useRef<HTMLHeadingElement>(null);
  const id = preview.importId;
  const { corrections } = preview.draft;
  const reasons = useReasons(id, result.etag);
  const { correct, discard } = useCorrections(id);
  const [picked, setPicked] = useState<Reason>();
  /** How often rows were corrected in another way than one by one: then the list starts over. */
  const [round, setRound] = useState(0);
  const startOver = () => setRound((count) => count + 1);
  useOtherRows(isChecking ? null : result.etag, corrections.version, startOver);
  const { reasons: found = [], stillWrong = 0 } = reasons.data ?? {};
  const isOld = isChecking || reasons.isPlaceholderData;
  const isCorrected = corrections.rows + corrections.rules.length > 0;
  if (result.fail === 0 && !isCorrected && !picked) return null;
  const still = picked && found.find((one) => sameReason(one, picked));
  // The reason whose rows are being corrected stays until another one is picked.
  const current = still ?? (picked ? { ...picked, rows: 0, proposals: [] } : found[0]);
  const begin = (reason?: Reason) => {
    setPicked(reason);
    startOver();
  };
  const change = async (work: Promise<unknown>) => {
    await work.then(
      () => begin(),
      () => undefined,
    );
    title.current?.focus();
  };
  const ruled = (rules: Correction["rules"]) => change(correct({ rules }));
  return (
    <section aria-labelledby={titleId} className="grid min-w-0 gap-4">
      <Head ref={title} id={titleId} count={result.fail} />
      {isCorrected && (
        <Applied
          {...{ corrections, stillWrong }}
          onTakeBack={(rule) => ruled((stored) => stored.filter((one) => !isSameRule(one, rule)))}
          onDiscard={() => change(discard())}
        />
      )}
      {reasons.isError && <ErrorState compact error={reasons.error} onRetry={reasons.refetch} />}
      {current && <Reasons reasons={found} current={current} onPick={begin} />}
      {current && current.proposals.length > 0 && (
        <ForAll
          reason={current}
          checked={isOld ? corrections.rules : []}
          onApply={(rule) => ruled((stored) => [...stored.filter((one) => !isSameRule(one, rule)), rule])}
        />
      )}
      {current?.code === "not_an_option" && current.column !== null && current.rows > 0 && (
        <NewOptions
          {...{ preview, onChange, header: current.column }}
          words={current.values?.map(({ value }) => value) ?? null}
          onDone={() => title.current?.focus()}
        />
      )}
      {current && (
        <RejectedRows
          key={`${current.code} ${current.column} ${round}`}
          {...{ id, round, reason: current, headers: preview.preview.headers }}
          checked={isOld ? preview.preview.totalRows : 0}
          onCorrect={(body) => {
            setPicked(current);
            return correct(body);
          }}
        />
      )}
    </section>
  );
}

/** Notices that other rows are rejected although nobody has corrected any: a field has changed. `etag`: null meanwhile. */
function useOtherRows(etag: string | null, version: number, onOther: () => void): void {
  const [seen, see] = useState({ etag, version });
  if (etag === null || seen.etag === etag) return;
  see({ etag, version });
  if (seen.version === version) onOther();
}

interface HeadProps {
  ref: RefObject<HTMLHeadingElement | null>;
  id: string;
  count: number;
}

function Head({ ref, id, count }: HeadProps) {
  const t = useT();
  return (
    <div className="grid gap-1">
      <h3 ref={ref} id={id} tabIndex={-1} className="text-lg outline-none">
        {count === 0 ? t("mend.none") : t("check.errors.title", { count })}
      </h3>
      {count > 0 && <p className="max-w-[64ch] text-muted text-sm">{t("mend.body")}</p>}
    </div>
  );
}
