/**
 * What Kith promises, and the test that proves it: each is a row of docs/reliability.md, in this order. The test calls
 * `recordFigure(id, …)` after its assertions. README links to the rows by their id. `isComing` marks a row whose test
 * is being written: it says that it did not run; so does one without a quick form (`isOnlyWhole`) without KITH_FULL=1.
 * @type {{id: string, promise: string, test: string, isComing?: boolean, isOnlyWhole?: boolean}[]}
 */
export const promises = [
  {
    id: "exact",
    promise:
      "An import whose workers are killed, frozen and cut off, and whose database crashes, ends as an undisturbed one, cell by cell and in every counter",
    test: "bench/run-chaos.ts",
  },
  {
    id: "slices",
    promise: "An import cut into slices, each in a fresh process, ends as in one go",
    test: "e2e/operations/slices.spec.ts",
  },
  {
    id: "kills",
    promise:
      "An app or a database that is killed under load is restarted, and imports resume on their own and end exact",
    test: "e2e/operations/kills.spec.ts",
  },
  {
    id: "encodings",
    promise:
      "Encodings are detected correctly, and every wrong result is marked as a guess (by page: encodings.md)",
    test: "lib/imports/file/encoding-lists.test.ts",
  },
  {
    id: "dialects",
    promise: "Damaged files arrive complete, or what was lost is named (by kind: dialects.md)",
    test: "lib/imports/file/dialect-corpus.test.ts",
  },
  {
    id: "mapping",
    promise: "Columns of real export formats are recognised without a model",
    test: "lib/imports/mapping/suggest.test.ts",
  },
  {
    id: "dry-run",
    promise: "A dry run predicts the counts of its import exactly",
    test: "lib/imports/predicted.test.ts",
  },
  {
    id: "diff",
    promise:
      "The changes shown before an import are those it makes and its journal keeps, cell by cell, in generated files",
    test: "lib/imports/diff/journal.test.ts",
  },
  {
    id: "confirmed",
    promise:
      "An import confirmed by the changes that were seen makes no others, however others edit its contacts meanwhile",
    test: "lib/imports/diff/confirmed.test.ts",
  },
  {
    id: "rejected-rows",
    promise:
      "Every rejected row is explained, and the file of rejected rows can be corrected and imported as it is",
    test: "lib/imports/predicted.test.ts",
  },
  {
    id: "opt-outs",
    promise:
      "Nobody who opted out is subscribed again, in any generated history of what can happen to a contact",
    test: "lib/contacts/opt-out-histories.test.ts",
  },
  {
    id: "empty-cells",
    promise: "An empty cell never blanks a value unless asked to",
    test: "lib/imports/predicted.test.ts",
  },
  {
    id: "undo",
    promise:
      "Undoing an import restores every contact; it keeps those edited since, and names the first 100 of them",
    test: "lib/imports/engine/undo-large.test.ts",
  },
  {
    id: "undo-changed",
    promise: "A million contacts that an import changed are put back within 90 s, equal in every column",
    test: "lib/imports/engine/undo-million.test.ts",
  },
  {
    id: "undo-deleted",
    promise: "100,000 contacts that were deleted are put back within 15 s, with their ids and every column",
    test: "lib/changes/undo-large.test.ts",
  },
  {
    id: "change-sets",
    promise:
      "Whatever is undone, in any order, is as if it had never been: imports, batches, bulk actions, merges, edits, deletions and undos that overlap",
    test: "lib/changes/histories.test.ts",
  },
  {
    id: "duplicates",
    promise: "At least 98 of 100 pairs that are shown as duplicates are one person",
    test: "lib/duplicates/labelled.test.ts",
  },
  {
    id: "webhooks",
    promise:
      "Each event that was recorded arrives at least once and in order per contact, even if 30 % of the answers are lost and workers are killed",
    test: "lib/webhook-endpoints/kills.test.ts",
  },
  {
    id: "assistants",
    promise:
      "No assistant deletes, undoes or sends without a person's answer, or crosses workspaces, whatever it is told",
    test: "app/mcp/route.test.ts",
  },
  {
    id: "assistants-protocol",
    promise: "Assistants are answered as the Model Context Protocol's own suite expects, in both revisions",
    test: "e2e/operations/conformance.spec.ts",
  },
  {
    id: "workbooks",
    promise: "A workbook of 1,000,000 rows is read within 200 MB of memory on top of the idle process",
    test: "e2e/operations/conversions.spec.ts",
    isOnlyWhole: true,
  },
  {
    id: "mails",
    promise: "Each mail is accepted exactly once, even if responses are lost and the process is killed",
    test: "e2e/operations/outbox.spec.ts",
  },
  {
    id: "tenancy",
    promise: "No path of the API distinguishes an id of another workspace from one that does not exist",
    test: "lib/testing/checks/tenancy-ids.test.ts",
  },
  {
    id: "tokens",
    promise: "Every operation that is not public refuses every bad token",
    test: "lib/testing/checks/tenancy-tokens.test.ts",
  },
  {
    id: "requests",
    promise: "Every request generated from the API's document is answered as documented, never with a 5xx",
    test: "lib/testing/checks/fuzz.test.ts",
  },
  {
    id: "erasure",
    promise: "Erased data leaves no trace in any table, file, mail or log line",
    test: "lib/testing/checks/erasure.test.ts",
  },
  {
    id: "backup",
    promise: "A backup taken while Kith is in use is restored equal by hash: tables, files, identity, keys",
    test: "scripts/archive/round-trip.test.mjs",
  },
  {
    id: "backup-kills",
    promise: "A backup or a restore that is killed is complete or absent",
    test: "scripts/archive/commands.test.mjs",
  },
  {
    id: "backup-size",
    promise:
      "An archive of 1,000,000 contacts is written within 60 s and restored, equal by hash, within 150 s",
    test: "bench/archive.ts",
  },
  {
    id: "neighbours",
    promise: "A workspace under extreme load does not stop another one from being served",
    test: "bench/neighbours.ts",
  },
  {
    id: "commands",
    promise: "Every command that README and CONTRIBUTING name works in a fresh clone",
    test: "e2e/operations/clean-clone.spec.ts",
    isOnlyWhole: true,
  },
  {
    id: "attack-tenancy",
    promise:
      "Attacked from outside, on the built product: no reference to another workspace's data shows, reveals or changes any of it",
    test: "e2e/attacks/tenancy.spec.ts",
  },
  {
    id: "attack-tokens",
    promise:
      "Attacked from outside, on the built product: no forged, stolen, expired or foreign token is accepted anywhere",
    test: "e2e/attacks/tokens.spec.ts",
  },
  {
    id: "attack-identity",
    promise:
      "Attacked from outside, on the built product: no account can be taken over, discovered or locked out",
    test: "e2e/attacks/identity.spec.ts",
  },
  {
    id: "attack-roles",
    promise:
      "Attacked from outside, on the built product: no role and no key does or sees more than it may, by any operation",
    test: "e2e/attacks/roles.spec.ts",
  },
  {
    id: "attack-http",
    promise:
      "Attacked from outside, on the built product: no malformed, smuggled, slow or oversized exchange does harm",
    test: "e2e/attacks/http.spec.ts",
  },
  {
    id: "attack-input",
    promise:
      "Attacked from outside, on the built product: no value in any field or file causes a 5xx, is executed or is kept where it must not be",
    test: "e2e/attacks/input.spec.ts",
  },
  {
    id: "attack-erasure",
    promise:
      "Attacked from outside, on the built product: no erased data is left in the database, files, mails or log",
    test: "e2e/attacks/erasure.spec.ts",
  },
  {
    id: "attack-neighbours",
    promise:
      "Attacked from outside, on the built product: a workspace under extreme load does not stop the others from being served",
    test: "e2e/attacks/neighbours.spec.ts",
  },
];
