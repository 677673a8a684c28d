import type { Proposal, Reason } from "@/lib/client/corrections";
import { sayRowReason } from "@/lib/client/failure-words";
import type { MessageKey, Translate } from "@/lib/client/messages/catalogue";

const PROPOSALS: Record<Proposal, MessageKey> = {
  bare_address: "mend.proposal.bareAddress",
  first_address: "mend.proposal.firstAddress",
  at_sign: "mend.proposal.atSign",
  no_spaces: "mend.proposal.noSpaces",
  ascii: "mend.proposal.ascii",
  punctuation: "mend.proposal.punctuation",
  tidy_address: "mend.proposal.tidy",
  other_cell: "mend.proposal.otherCell",
  trim: "mend.proposal.trim",
  no_nul: "mend.proposal.noNul",
  quote_as_text: "mend.proposal.quoteAsText",
  drop_empty_cells: "mend.proposal.dropEmpty",
  nearest_option: "mend.proposal.nearestOption",
};

export function sayProposal(t: Translate, proposal: Proposal): string {
  return t(PROPOSALS[proposal]);
}

export function sayReason(t: Translate, { code }: Pick<Reason, "code">): string {
  return sayRowReason(t, { code, message: code });
}
