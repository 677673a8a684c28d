import { auth } from "./en/auth";
import { bulk } from "./en/bulk";
import { common } from "./en/common";
import { contacts } from "./en/contacts";
import { duplicates } from "./en/duplicates";
import { factors } from "./en/factors";
import { fields } from "./en/fields";
import { history } from "./en/history";
import { imports } from "./en/imports";
import { mapping } from "./en/mapping";
import { members } from "./en/members";
import { mend } from "./en/mend";
import { outcome } from "./en/outcome";
import { reference } from "./en/reference";
import { review } from "./en/review";
import { tags } from "./en/tags";
import { webhooks } from "./en/webhooks";
import { workspace } from "./en/workspace";
import { united } from "./united";

/** Every text of the product in English; its keys are the catalogue's type. */
export const en = united(
  common,
  auth,
  contacts,
  bulk,
  tags,
  imports,
  mapping,
  outcome,
  workspace,
  factors,
  fields,
  history,
  review,
  mend,
  duplicates,
  reference,
  webhooks,
  members,
);
