/**
 * What tools do, in the words of somebody who calls them: where an operation's own description tells of methods, paths,
 * status codes or parameters that a tool does not have. By operation.
 */
export const descriptions: Record<string, string> = {
  listSegments:
    "Segments are filters that everybody in the workspace sees. `contact_count` may be five minutes old; listContacts with `segment_id` has the exact total.",
  listImportErrors:
    "The rows that an import rejected, with the reason of each, paged by row number with `after`.",
  previewImport:
    "Reads the stored file of a pending import again. `encoding`, `delimiter`, `quote`, `escape` and `headerRow` override what was detected; updateImport with `dialect` makes that last.",
  createImport:
    "Uploads a file, detects its format and suggests a mapping. Nothing is imported until confirmImport. Takes `filename` and either `text` (CSV, JSON lines, a JSON array of objects, vCards) or `data`, the bytes in base64: an Excel workbook (.xlsx; `sheet` chooses the sheet), or text compressed with gzip or as the only file of a ZIP archive. A larger file, up to 200 MB: somebody uploads it in the dashboard, or a program with this key sends its bytes to /api/imports of this server, with `filename` in the query; listImports then shows it.",
  dryRunImport:
    "What confirming with this `body`, or with the draft if there is none, would do: exact numbers for the whole file, with samples of changes and errors. Nothing is written; the import does the same unless something changes in between. Refused, with a time to wait, while the workspace has several dry runs waiting.",
  updateImport:
    "Changes mapping, options and dialect of a pending import, which the dashboard shows, too; a confirmation without a body uses them. Columns and options that are left out keep their values. A draft may be incomplete, for example without an e-mail column. With `draftVersion` a change is refused that was decided on another draft than the present one.",
  createContact:
    "Creates a contact. If the e-mail is taken, the refusal names the contact that has it. Unknown fields whose name is about consent (`opted_out`, `subscribed`) are refused (`unknown_consent`): the flag is `is_unsubscribed`.",
  updateContact:
    "Changes a contact. Absent fields keep their values. `custom_fields` are merged key by key; `null` deletes a key. Nothing is recorded if the contact has these values already. Unknown fields whose name is about consent (`opted_out`, `subscribed`) are refused (`unknown_consent`).",
  createTag: "Creates a tag. Names are unique in the workspace, ignoring case.",
  addTagToContact: "Adds a tag to a contact. Harmless if the contact has it already.",
  createExport:
    "Writes a CSV file of the matching contacts, in the background: getExport shows the progress. The file is a snapshot, and a person downloads it in the dashboard. Refused when the workspace's file storage is full.",
  stopBulkAction:
    "Stops a bulk action at once; from then on it changes nothing more. Changes made so far stay, and can be undone; a block of contacts that is being written at this moment is not changed.",
  deleteContact:
    "Deletes a contact. For 30 days its change set can be undone; no other tool shows the contact any more. Export files that may contain the contact are removed.",
  sendEmail:
    "Sends a mail to a contact with the workspace's own key at its e-mail provider. An unsubscribed contact is refused unless `allow_unsubscribed` is true. No copy is kept here.",
  batchContacts:
    "Creates or updates contacts by `external_id` or e-mail: `body` is an array of contacts, all in one change set. An invalid contact fails alone, with a code. What is absent or empty keeps what is stored, `null` clears a text field or a key of `custom_fields`, tags are added, `is_unsubscribed` is only ever set; when a contact occurs twice, the later values win. A known `external_id` identifies the contact, whose e-mail is then changed, or stays where the row has an `external_id` alone; an unknown one is given to the contact with the row's e-mail, and fails without one (`external_id_unknown`).",
  bulkChangeContacts:
    "Tags, untags, unsubscribes, deletes or edits contacts by `ids` (up to 10,000) or by `filter`, in the background: getBulkAction shows the progress, stopBulkAction stops it. The set of contacts is fixed at the call. It is one change set, with the id of the bulk action: undoChange undoes all of it, once it has ended.",
  bulkDeleteContacts:
    "Deletes the contacts in `ids`. `deleted` counts those that were actually removed: unknown ids are ignored, repeated ones count once. Export files that may contain one of them are removed.",
  bulkTagContacts:
    "Adds a tag to the contacts in `ids`. Unknown ids are ignored, repeated ones count once. Contacts that already have 100 tags are listed in `refused`; the others get the tag.",
  confirmImport:
    "Starts a pending import with this `body`, or with the draft when there is none. Only the first of two confirmations starts it; one with an outdated `draftVersion` is refused. With the `etag` of the changes that were reviewed, exactly these are made. getImport shows the progress.",
  undoImport:
    "Removes the contacts that the import created and restores the ones it updated. Contacts edited since then are kept and listed; asking again undoes them once those edits are undone. Possible for 30 days. If it is not done within a few seconds, previewImportUndo shows its progress.",
  undoChange:
    "What the change set created is removed, what it changed gets its former values back, and what it deleted is restored with its id, tags and custom fields. What somebody has changed since stays as it is and is listed with the reason; asking again undoes it once nothing prevents that any more. Possible for 30 days. The undo is itself a change set, so it can be undone too; an import is then in effect again. An opt-out stays unless this change set alone recorded it. If it is not done within a few seconds, previewChangeUndo shows its progress.",
};
