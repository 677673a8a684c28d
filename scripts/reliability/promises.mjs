/**
 * What Kith promises, and the test that shows it: a row of docs/reliability.md each, in this order. The test calls
 * `recordFigure(id, …)` after its assertions. README links to the rows by their id.
 * `isComing` is a row whose test is being written: it says that it did not run; so does one that has no quick form
 * (`isOnlyWhole`) without KITH_FULL=1.
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
      "An app or a database that is killed under load is started again, and imports go on by themselves, exactly",
    test: "e2e/operations/kills.spec.ts",
  },
  {
    id: "encodings",
    promise: "Encodings are told right, and what is read wrong is said to be a guess (by page: encodings.md)",
    test: "lib/imports/file/encoding-lists.test.ts",
  },
  {
    id: "dialects",
    promise: "Polluted files arrive whole, or what was lost is named (by kind: dialects.md)",
    test: "lib/imports/file/dialect-corpus.test.ts",
  },
  {
    id: "mapping",
    promise: "Columns of real export formats are recognised without a model",
    test: "lib/imports/mapping/suggest.test.ts",
  },
  {
    id: "dry-run",
    promise: "A dry run foretells the numbers of its import exactly",
    test: "lib/imports/foretold.test.ts",
  },
  {
    id: "rejected-rows",
    promise: "Every rejected row is explained, and the file of them is mended and imported as it is",
    test: "lib/imports/foretold.test.ts",
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
    test: "lib/imports/foretold.test.ts",
  },
  {
    id: "undo",
    promise: "Undoing an import puts every contact back as it was, and keeps and names what was edited since",
    test: "lib/imports/engine/undo-large.test.ts",
  },
  {
    id: "mails",
    promise: "Mails are accepted once each though answers are lost and the process is killed",
    test: "e2e/operations/outbox.spec.ts",
  },
  {
    id: "tenancy",
    promise: "No id of another workspace is told from one that does not exist, in any path of the API",
    test: "lib/testing/checks/tenancy-ids.test.ts",
  },
  {
    id: "tokens",
    promise: "Every operation that is not public refuses every bad token",
    test: "lib/testing/checks/tenancy-tokens.test.ts",
  },
  {
    id: "requests",
    promise: "Any request made from the API's document is answered as documented, never by a 5xx",
    test: "lib/testing/checks/fuzz.test.ts",
  },
  {
    id: "erasure",
    promise: "What is erased leaves nothing in any table, file, mail or line of the log",
    test: "lib/testing/checks/erasure.test.ts",
  },
  {
    id: "backup",
    promise: "A backup taken while Kith works comes back equal by hash: tables, files, identity, keys",
    test: "scripts/archive/round-trip.test.mjs",
  },
  {
    id: "backup-kills",
    promise: "A backup or a restore that is killed is whole or absent",
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
    promise: "A workspace that does its worst leaves another one answered",
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
      "Attacked from outside, on the built product: no way to name what belongs to another workspace shows, tells or changes anything of it",
    test: "e2e/attacks/tenancy.spec.ts",
  },
  {
    id: "attack-tokens",
    promise:
      "Attacked from outside, on the built product: no forged, stolen, stale or foreign token is let in anywhere",
    test: "e2e/attacks/tokens.spec.ts",
  },
  {
    id: "attack-identity",
    promise: "Attacked from outside, on the built product: no account is taken over, found out or locked out",
    test: "e2e/attacks/identity.spec.ts",
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
      "Attacked from outside, on the built product: no value of any field or file makes a 5xx, runs or stays where it must not",
    test: "e2e/attacks/input.spec.ts",
  },
  {
    id: "attack-erasure",
    promise:
      "Attacked from outside, on the built product: nothing of what was erased is left in database, files, mails or log",
    test: "e2e/attacks/erasure.spec.ts",
  },
  {
    id: "attack-neighbours",
    promise:
      "Attacked from outside, on the built product: one workspace that does its worst leaves the others answered",
    test: "e2e/attacks/neighbours.spec.ts",
  },
];
