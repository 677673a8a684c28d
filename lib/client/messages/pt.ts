import type { Catalogue } from "./catalogue";
import { auth } from "./pt/auth";
import { bulk } from "./pt/bulk";
import { common } from "./pt/common";
import { contacts } from "./pt/contacts";
import { duplicates } from "./pt/duplicates";
import { factors } from "./pt/factors";
import { fields } from "./pt/fields";
import { history } from "./pt/history";
import { imports } from "./pt/imports";
import { mapping } from "./pt/mapping";
import { members } from "./pt/members";
import { mend } from "./pt/mend";
import { outcome } from "./pt/outcome";
import { reference } from "./pt/reference";
import { review } from "./pt/review";
import { tags } from "./pt/tags";
import { webhooks } from "./pt/webhooks";
import { workspace } from "./pt/workspace";
import { united } from "./united";

/** Every text of the product in Brazilian Portuguese; the compiler demands each key of the English catalogue. */
export const pt: Catalogue = united(
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
