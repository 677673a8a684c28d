import { type RowErrorCode, rowErrorCodes } from "@/lib/imports/faults";
import { type Proposal, proposalKinds } from "@/lib/imports/proposal-kinds";
import type { Fault } from "@/lib/imports/rows/corrections";
import type { DiffPage } from "./schemas";

/** How many rows fail for a reason, and how many of those a proposal would fix: these are counts of a diff beside its others. */

const MAX_REASONS = 100;
const FACET = /^fail:(\w+):(\w*):(.*)$/s;

/** The name of a count. No code and no proposal contains the separator; a header may. */
export function reasonFacet({ code, column }: Fault, proposal: Proposal | "" = ""): string {
  return `fail:${code}:${proposal}:${column ?? ""}`;
}

/** The reasons of a diff, the most frequent first. */
export function reasonsOf({ facets }: { facets: Record<string, number> }): DiffPage["reasons"] {
  const reasons = new Map<string, DiffPage["reasons"][number]>();
  const found = Object.entries(facets).flatMap(([facet, rows]) => {
    const [, code = "", proposal = "", column = ""] = FACET.exec(facet) ?? [];
    return isCode(code) ? [{ code, proposal, column: column || null, rows }] : [];
  });
  for (const { code, proposal, column, rows } of found)
    if (proposal === "") reasons.set(reasonFacet({ code, column }), { code, column, rows, proposals: [] });
  for (const { code, proposal, column, rows } of found)
    if (isProposal(proposal)) reasons.get(reasonFacet({ code, column }))?.proposals.push({ proposal, rows });
  const all = [...reasons.values()].sort((a, b) => b.rows - a.rows || (a.code < b.code ? -1 : 1));
  for (const reason of all) reason.proposals.sort((a, b) => b.rows - a.rows);
  return all.slice(0, MAX_REASONS);
}

function isCode(code: string): code is RowErrorCode {
  return rowErrorCodes.some((one) => one === code);
}

function isProposal(proposal: string): proposal is Proposal {
  return proposalKinds.some((one) => one === proposal);
}
