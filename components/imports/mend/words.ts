import type { Proposal, Reason } from "@/lib/client/corrections";
import { sayRowError } from "@/lib/client/failure-words";
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
};

/** Short names of the most frequent reasons. */
const REASONS: Partial<Record<Reason["code"], MessageKey>> = {
  email_invalid: "mend.reason.emailInvalid",
  email_missing: "mend.reason.emailMissing",
  too_long: "mend.reason.tooLong",
  tag_too_long: "mend.reason.tagTooLong",
  too_many_tags: "mend.reason.tooManyTags",
  too_many_cells: "mend.reason.tooManyCells",
  surplus_cells: "mend.reason.surplusCells",
  unbalanced_quote: "mend.reason.quote",
  undecodable_text: "mend.reason.undecodable",
  not_a_number: "mend.reason.number",
  not_a_date: "mend.reason.date",
  not_yes_or_no: "mend.reason.yesNo",
  not_an_option: "mend.reason.option",
};

export function sayProposal(t: Translate, proposal: Proposal): string {
  return t(PROPOSALS[proposal]);
}

export function sayReason(t: Translate, { code }: Pick<Reason, "code">): string {
  const known = REASONS[code];
  return known ? t(known) : sayRowError(t, { code, message: code });
}
