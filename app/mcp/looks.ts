import { z } from "zod";
import { GET as previewUndo } from "@/app/api/changes/[id]/undo/route";
import { GET as getContact } from "@/app/api/contacts/[id]/route";
import { POST as batchContacts } from "@/app/api/contacts/batch/route";
import { GET as listContacts } from "@/app/api/contacts/route";
import { GET as getExport } from "@/app/api/exports/[id]/route";
import { POST as dryRunImport } from "@/app/api/imports/[id]/dry-run/route";
import { GET as getImport } from "@/app/api/imports/[id]/route";
import { GET as previewImportUndo } from "@/app/api/imports/[id]/undo/route";
import { GET as getTag } from "@/app/api/tags/[id]/route";
import type { Arguments, Target } from "./calls";

/** A read whose result shows a person what they are about to confirm. */
export interface Look {
  target: Target;
  /** Its arguments, from those of the tool; null when there is nothing to read. */
  given: (given: Arguments) => Arguments | null;
  /** Its subject, in words for the person. */
  name: string;
  /** The fields of the answer that are shown. */
  shown: string[];
}

const byId = ({ id }: Arguments): Arguments => ({ id });

export const theContact: Look = {
  target: { method: "GET", path: "/api/contacts/{id}", handler: getContact },
  given: byId,
  name: "contact",
  shown: ["email", "first_name", "last_name", "company", "is_unsubscribed"],
};

const body = z.object({ with: z.string() });

/** The contact that a merge deletes. */
export const theOther: Look = {
  ...theContact,
  given: (given) => {
    const { data } = body.safeParse(given.body);
    return data ? { id: data.with } : null;
  },
  name: "contact that goes",
};

export const theTag: Look = {
  target: { method: "GET", path: "/api/tags/{id}", handler: getTag },
  given: ({ id, tagId }) => ({ id: id ?? tagId }),
  name: "tag",
  shown: ["name"],
};

/** For a tool that names a contact besides its tag. */
export const theTagged: Look = { ...theContact, given: ({ contactId }) => ({ id: contactId }) };

const filtered = z.object({ filter: z.record(z.string(), z.unknown()) });

/** How many contacts match a filter. */
export const theMatching: Look = {
  target: { method: "GET", path: "/api/contacts", handler: listContacts },
  given: (given) => {
    const { data } = filtered.safeParse(given.body);
    return data ? { ...data.filter, limit: "1" } : null;
  },
  name: "contacts that match",
  shown: ["total"],
};

export const theBatch: Look = {
  target: { method: "POST", path: "/api/contacts/batch", handler: batchContacts },
  given: (given) => ({ ...given, dry_run: "true" }),
  name: "what it would do",
  shown: ["created", "updated", "unchanged", "skipped", "failed"],
};

export const theImport: Look = {
  target: { method: "GET", path: "/api/imports/{id}", handler: getImport },
  given: byId,
  name: "import",
  shown: ["filename", "status", "total_rows"],
};

/** With the mapping that is confirmed if the assistant sends none of its own. */
export const theDraft: Look = { ...theImport, shown: [...theImport.shown, "draft"] };

export const theForecast: Look = {
  target: { method: "POST", path: "/api/imports/{id}/dry-run", handler: dryRunImport },
  given: ({ id, body: mapping }) => ({ id, ...(mapping !== undefined && { body: mapping }) }),
  name: "what it would do",
  shown: ["create", "update", "unchanged", "skip", "fail", "unsubscribe"],
};

export const theImportUndo: Look = {
  target: { method: "GET", path: "/api/imports/{id}/undo", handler: previewImportUndo },
  given: byId,
  name: "what it would do",
  shown: ["removed", "restored", "kept"],
};

export const theUndo: Look = {
  target: { method: "GET", path: "/api/changes/{id}/undo", handler: previewUndo },
  given: byId,
  name: "what it would do",
  shown: ["removed", "restored", "kept"],
};

export const theExport: Look = {
  target: { method: "GET", path: "/api/exports/{id}", handler: getExport },
  given: byId,
  name: "export",
  shown: ["filename", "status", "total_rows"],
};
