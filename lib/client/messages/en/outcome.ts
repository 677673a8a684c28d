/** What came of an import, beside what was predicted. */
export const outcome = {
  "result.contacts.all": "Show contacts",
  "result.predicted": "Predicted",
  "result.came": "Actual",
  "result.same": "as predicted",
  "result.asPredicted": "Exactly as predicted.",
  "result.differs.line": "{label}: {value} instead of {predicted}",
  "result.differs.cut": "The import ended before the end of the file.",
  "result.differs.since":
    "Between the check and the import, contacts were added, changed or deleted elsewhere. Each row is compared with what is there when its turn comes.",
  "result.undoing.of": "{done} of {total} contacts",
  "result.undo.rest": "Undo the rest",
  "result.undo.rest.title": "Undo the rest of this import?",
  "result.undo.nothing": "Nothing would be undone.",
  "result.undo.notYet": {
    one: "Not possible yet: {count} contact has later changes, or another contact has its former address. Undo those changes in History first.",
    other:
      "Not possible yet: {count} contacts have later changes, or other contacts have their former addresses. Undo those changes in History first.",
  },
  "result.undo.left": {
    one: "It can be undone for {count} more day.",
    other: "It can be undone for {count} more days.",
  },
} as const;
