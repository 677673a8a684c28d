import { GET as getBulk } from "@/app/api/bulk-actions/[id]/route";
import { POST as stopBulk } from "@/app/api/bulk-actions/[id]/stop/route";
import { GET as getChange } from "@/app/api/changes/[id]/route";
import { GET as previewUndo, POST as undoChange } from "@/app/api/changes/[id]/undo/route";
import { GET as listChanges } from "@/app/api/changes/route";
import { POST as mergeContacts } from "@/app/api/contacts/[id]/merge/route";
import {
  DELETE as deleteContact,
  GET as getContact,
  PATCH as updateContact,
} from "@/app/api/contacts/[id]/route";
import { POST as sendEmail } from "@/app/api/contacts/[id]/send-email/route";
import { GET as getTimeline } from "@/app/api/contacts/[id]/timeline/route";
import { POST as batchContacts } from "@/app/api/contacts/batch/route";
import { POST as bulkChange } from "@/app/api/contacts/bulk/route";
import { POST as bulkDelete } from "@/app/api/contacts/bulk-delete/route";
import { POST as bulkUnsubscribe } from "@/app/api/contacts/bulk-unsubscribe/route";
import { GET as listDuplicates } from "@/app/api/contacts/duplicates/route";
import { POST as createContact, GET as listContacts } from "@/app/api/contacts/route";
import { DELETE as deleteExport, GET as getExport } from "@/app/api/exports/[id]/route";
import { POST as createExport, GET as listExports } from "@/app/api/exports/route";
import { GET as listFields } from "@/app/api/fields/route";
import { POST as cancelImport } from "@/app/api/imports/[id]/cancel/route";
import { POST as confirmImport } from "@/app/api/imports/[id]/confirm/route";
import { POST as dryRunImport } from "@/app/api/imports/[id]/dry-run/route";
import { GET as listErrors } from "@/app/api/imports/[id]/errors/route";
import { GET as previewImport } from "@/app/api/imports/[id]/preview/route";
import {
  DELETE as deleteImport,
  GET as getImport,
  PATCH as updateImport,
} from "@/app/api/imports/[id]/route";
import { GET as previewImportUndo, POST as undoImport } from "@/app/api/imports/[id]/undo/route";
import { POST as createImport, GET as listImports } from "@/app/api/imports/route";
import { GET as listSegments } from "@/app/api/segments/route";
import { GET as getStats } from "@/app/api/stats/route";
import { POST as tagContact, DELETE as untagContact } from "@/app/api/tags/[id]/contacts/[contactId]/route";
import { POST as bulkTag, DELETE as bulkUntag } from "@/app/api/tags/[id]/contacts/route";
import { DELETE as deleteTag, GET as getTag, PUT as updateTag } from "@/app/api/tags/[id]/route";
import { POST as createTag, GET as listTags } from "@/app/api/tags/route";
import type { RouteHandler } from "@/lib/http/operation";
import type { Target } from "./calls";
import { type Guard, keepOptOuts } from "./guards";
import {
  type Look,
  theBatch,
  theContact,
  theDraft,
  theExport,
  theForecast,
  theImport,
  theImportUndo,
  theMatching,
  theOther,
  theTag,
  theTagged,
  theUndo,
} from "./looks";

/** A tool's description besides what it does, and hints that do not follow from its method. */
export interface Words {
  effect: string;
  limit?: string;
  back: string;
  hints?: Partial<Annotations>;
}

/** As the protocol names them. Destructive: more than additions, be it that a value is overwritten. */
export type Annotations = Record<`${"readOnly" | "destructive" | "idempotent" | "openWorld"}Hint`, boolean>;

const AGAIN = { idempotentHint: true };

/** A tool that a person confirms, and what they are shown. */
export interface Asking {
  target: Target;
  words: Words;
  looks: Look[];
  /** Fields that assistants do not get. */
  hidden?: readonly string[];
  guard?: Guard;
}

const to =
  (method: Target["method"]) =>
  (path: string, handler: RouteHandler): Target => ({ method, path, handler });
const get = to("GET");
const post = to("POST");
const put = to("PUT");
const patch = to("PATCH");
const del = to("DELETE");

export const reads: (Target & Pick<Asking, "hidden">)[] = [
  get("/api/contacts", listContacts),
  get("/api/contacts/{id}", getContact),
  get("/api/contacts/{id}/timeline", getTimeline),
  get("/api/contacts/duplicates", listDuplicates),
  get("/api/tags", listTags),
  get("/api/tags/{id}", getTag),
  get("/api/segments", listSegments),
  get("/api/fields", listFields),
  get("/api/stats", getStats),
  get("/api/changes", listChanges),
  get("/api/changes/{id}", getChange),
  get("/api/changes/{id}/undo", previewUndo),
  get("/api/bulk-actions/{id}", getBulk),
  get("/api/exports", listExports),
  get("/api/exports/{id}", getExport),
  get("/api/imports", listImports),
  get("/api/imports/{id}", getImport),
  get("/api/imports/{id}/preview", previewImport),
  // What a tool answers is JSON: the file is for people.
  { ...get("/api/imports/{id}/errors", listErrors), hidden: ["format", "language"] },
  get("/api/imports/{id}/undo", previewImportUndo),
];

const UNDO = "undoChange, for 30 days.";
const NONE = "none.";
const NO_OPT_OUTS = "refused if somebody who opted out could be subscribed by it.";

export const uploading: [Target, Words] = [
  post("/api/imports", createImport),
  {
    effect: "stores the file as a pending import; no contact changes until a person confirms it.",
    limit: "1 MB for the whole call (in base64 about 750 kB of a file), 20 unconfirmed imports.",
    back: "deleteImport.",
  },
];

/** Tools that change one thing, or only a file of our own, and can be undone: nobody is asked. */
export const writes: [Target, Words, hidden?: readonly string[]][] = [
  [
    post("/api/imports/{id}/dry-run", dryRunImport),
    {
      effect: "predicts what an import would do; no contact changes.",
      back: "not needed.",
      hints: { readOnlyHint: true, ...AGAIN },
    },
  ],
  [
    patch("/api/imports/{id}", updateImport),
    {
      effect: "changes the draft of a pending import; no contact changes.",
      back: "the same with other values.",
    },
  ],
  [post("/api/contacts", createContact), { effect: "adds one contact.", back: UNDO }],
  // Only people resubscribe somebody who opted out.
  [
    patch("/api/contacts/{id}", updateContact),
    { effect: "changes one contact.", back: UNDO },
    ["is_unsubscribed"],
  ],
  [post("/api/tags", createTag), { effect: "adds one tag.", limit: "2 000 tags.", back: UNDO }],
  [put("/api/tags/{id}", updateTag), { effect: "changes one tag.", back: UNDO }],
  [
    post("/api/tags/{tagId}/contacts/{contactId}", tagContact),
    { effect: "adds one tag to one contact.", limit: "100 tags a contact.", back: UNDO, hints: AGAIN },
  ],
  [
    post("/api/exports", createExport),
    {
      effect: "writes contacts to a file that people in the workspace can download; no contact changes.",
      limit: "20 exports at a time.",
      back: "deleteExport.",
    },
  ],
  [
    post("/api/bulk-actions/{id}/stop", stopBulk),
    {
      effect: "stops a bulk action where it is.",
      back: "undoChange for what it had done.",
      hints: { destructiveHint: true, ...AGAIN },
    },
  ],
];

/** Tools that delete, undo, confirm an import, change many contacts, or send mail: a person is asked. */
export const asking: Asking[] = [
  {
    target: del("/api/contacts/{id}", deleteContact),
    words: { effect: "deletes one contact.", back: UNDO },
    looks: [theContact],
    hidden: ["erase"],
  },
  {
    target: post("/api/contacts/{id}/merge", mergeContacts),
    words: { effect: "merges two contacts into one.", back: UNDO, hints: AGAIN },
    looks: [theContact, theOther],
  },
  {
    target: post("/api/contacts/{id}/send-email", sendEmail),
    words: {
      effect: "sends a mail to a person.",
      limit: "one contact.",
      back: NONE,
      hints: { openWorldHint: true },
    },
    looks: [theContact],
  },
  {
    target: post("/api/contacts/batch", batchContacts),
    words: { effect: "creates and changes many contacts.", limit: "1 MB of JSON.", back: UNDO },
    looks: [theBatch],
  },
  {
    target: post("/api/contacts/bulk", bulkChange),
    words: { effect: "changes or deletes many contacts, in the background.", back: UNDO },
    looks: [theMatching],
  },
  {
    target: post("/api/contacts/bulk-delete", bulkDelete),
    words: { effect: "deletes the named contacts.", limit: "500 ids.", back: UNDO, hints: AGAIN },
    looks: [],
    hidden: ["erase"],
  },
  {
    target: post("/api/contacts/bulk-unsubscribe", bulkUnsubscribe),
    words: { effect: "unsubscribes the named contacts.", limit: "500 ids.", back: UNDO, hints: AGAIN },
    looks: [],
  },
  {
    target: del("/api/tags/{id}", deleteTag),
    words: { effect: "deletes a tag, and removes it from all contacts.", back: UNDO },
    looks: [theTag],
  },
  {
    target: del("/api/tags/{tagId}/contacts/{contactId}", untagContact),
    words: { effect: "removes one tag from one contact.", back: UNDO },
    looks: [theTag, theTagged],
  },
  {
    target: post("/api/tags/{id}/contacts", bulkTag),
    words: {
      effect: "adds a tag to many contacts.",
      limit: "500 ids.",
      back: UNDO,
      hints: { destructiveHint: false, ...AGAIN },
    },
    looks: [theTag],
  },
  {
    target: del("/api/tags/{id}/contacts", bulkUntag),
    words: { effect: "removes a tag from many contacts.", limit: "500 ids.", back: UNDO },
    looks: [theTag],
  },
  {
    target: post("/api/imports/{id}/confirm", confirmImport),
    words: {
      effect: "writes the rows of a file into contacts.",
      back: "undoImport, for 30 days.",
      hints: AGAIN,
    },
    looks: [theDraft, theForecast],
  },
  {
    target: post("/api/imports/{id}/cancel", cancelImport),
    words: {
      effect: "stops an import; rows that were imported stay.",
      back: "undoImport for these; none for the rest.",
      hints: AGAIN,
    },
    looks: [theImport],
  },
  {
    target: del("/api/imports/{id}", deleteImport),
    words: { effect: "deletes an import's record and its file; its contacts stay.", back: NONE },
    looks: [theImport],
  },
  {
    target: post("/api/imports/{id}/undo", undoImport),
    words: {
      effect: "removes and restores the contacts of an import.",
      limit: NO_OPT_OUTS,
      back: "undoChange of the undo, for 30 days.",
    },
    looks: [theImport, theImportUndo],
    guard: keepOptOuts,
  },
  {
    target: post("/api/changes/{id}/undo", undoChange),
    words: {
      effect: "undoes a change set.",
      limit: NO_OPT_OUTS,
      back: "undoChange of the undo, for 30 days.",
    },
    looks: [theUndo],
    guard: keepOptOuts,
  },
  {
    target: del("/api/exports/{id}", deleteExport),
    words: { effect: "deletes an export and its file.", back: NONE },
    looks: [theExport],
  },
];
