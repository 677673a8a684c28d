import type { Catalogue } from "./catalogue";
import { auth } from "./fr/auth";
import { bulk } from "./fr/bulk";
import { common } from "./fr/common";
import { contacts } from "./fr/contacts";
import { duplicates } from "./fr/duplicates";
import { factors } from "./fr/factors";
import { fields } from "./fr/fields";
import { history } from "./fr/history";
import { imports } from "./fr/imports";
import { mapping } from "./fr/mapping";
import { members } from "./fr/members";
import { mend } from "./fr/mend";
import { outcome } from "./fr/outcome";
import { reference } from "./fr/reference";
import { review } from "./fr/review";
import { tags } from "./fr/tags";
import { webhooks } from "./fr/webhooks";
import { workspace } from "./fr/workspace";
import { united } from "./united";

/** Every text of the product in French; the compiler demands each key of the English catalogue. */
export const fr: Catalogue = united(
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
