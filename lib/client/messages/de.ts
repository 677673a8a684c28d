import type { Catalogue } from "./catalogue";
import { auth } from "./de/auth";
import { bulk } from "./de/bulk";
import { common } from "./de/common";
import { contacts } from "./de/contacts";
import { duplicates } from "./de/duplicates";
import { factors } from "./de/factors";
import { fields } from "./de/fields";
import { history } from "./de/history";
import { imports } from "./de/imports";
import { mapping } from "./de/mapping";
import { members } from "./de/members";
import { mend } from "./de/mend";
import { outcome } from "./de/outcome";
import { reference } from "./de/reference";
import { review } from "./de/review";
import { tags } from "./de/tags";
import { webhooks } from "./de/webhooks";
import { workspace } from "./de/workspace";
import { united } from "./united";

/** Every text of the product in German; the compiler demands each key of the English catalogue. */
export const de: Catalogue = united(
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
