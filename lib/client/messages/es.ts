import type { Catalogue } from "./catalogue";
import { auth } from "./es/auth";
import { bulk } from "./es/bulk";
import { common } from "./es/common";
import { contacts } from "./es/contacts";
import { duplicates } from "./es/duplicates";
import { factors } from "./es/factors";
import { fields } from "./es/fields";
import { history } from "./es/history";
import { imports } from "./es/imports";
import { mapping } from "./es/mapping";
import { members } from "./es/members";
import { mend } from "./es/mend";
import { outcome } from "./es/outcome";
import { reference } from "./es/reference";
import { review } from "./es/review";
import { tags } from "./es/tags";
import { webhooks } from "./es/webhooks";
import { workspace } from "./es/workspace";
import { united } from "./united";

/** Every text of the product in Spanish; the compiler demands each key of the English catalogue. */
export const es: Catalogue = united(
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
