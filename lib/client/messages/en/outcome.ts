/** What came of an import, beside what was foretold. */
export const outcome = {
  "result.contacts.all": "Show contacts",
  "result.foretold": "Predicted",
  "result.came": "Actual",
  "result.same": "as predicted",
  "result.asForetold": "Exactly as predicted.",
  "result.differs.line": "{label}: {value} instead of {foretold}",
  "result.differs.cut": "The import ended before the end of the file.",
  "result.differs.since":
    "Between the check and the import, contacts were added, changed or deleted elsewhere. Each row is compared with what is there when its turn comes.",
  "result.undoing.of": "{done} of {total} contacts",
  "result.undo.left": {
    one: "It can be undone for {count} more day.",
    other: "It can be undone for {count} more days.",
  },
} as const;
