import type { Catalogue } from "./catalogue";
import { auth } from "./ja/auth";
import { bulk } from "./ja/bulk";
import { common } from "./ja/common";
import { contacts } from "./ja/contacts";
import { duplicates } from "./ja/duplicates";
import { factors } from "./ja/factors";
import { fields } from "./ja/fields";
import { history } from "./ja/history";
import { imports } from "./ja/imports";
import { mapping } from "./ja/mapping";
import { members } from "./ja/members";
import { mend } from "./ja/mend";
import { outcome } from "./ja/outcome";
import { reference } from "./ja/reference";
import { review } from "./ja/review";
import { tags } from "./ja/tags";
import { webhooks } from "./ja/webhooks";
import { workspace } from "./ja/workspace";
import { united } from "./united";

/** Every text of the product in Japanese; the compiler demands each key of the English catalogue. */
export const ja: Catalogue = united(
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
