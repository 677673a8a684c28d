/** Rejected rows, mended before an import. */
export const mend = {
  "mend.none": "No rows are rejected any more",
  "mend.body":
    "Correct rows here and they are imported with the rest. The file itself is not changed; rows you leave as they are will be rejected.",
  "mend.reasons": "Reasons",
  "mend.reason.emailInvalid": "Not an e-mail address",
  "mend.reason.emailMissing": "No e-mail address",
  "mend.reason.tooLong": "Too long",
  "mend.reason.tagTooLong": "Tag too long",
  "mend.reason.tooManyTags": "Too many tags",
  "mend.reason.tooManyCells": "More cells than columns",
  "mend.reason.otherHeader": "Other columns from here on",
  "mend.reason.surplusCells": "More cells than most rows",
  "row.tooFewCells":
    "A cell may be missing before “{value}”: this row has fewer cells than there are columns, and “{value}” is what a column of opt-outs says. Move it there or, if it belongs here, fill in that column, too.",
  "mend.reason.tooFewCells": "Opt-out in another column",
  "row.cellsMoved":
    "In this row, “_line” is not the number that Kith wrote there: its cells have moved to other columns. Move them back, or clear the “_line” cell.",
  "mend.reason.cellsMoved": "Cells moved to other columns",
  "mend.reason.quote": "Stray quotation mark",
  "map.warning.missing_values":
    "Cells that say “{example}” stand for a missing value in this file, and are imported as empty.",
  "map.warning.words_kept": "“{example}” may stand for a missing value or be a name. It is imported as text.",
  "map.missing.text": "Keep them as text",
  "map.missing.empty": "Leave them empty",
  "map.warning.two_tables":
    "Two tables stand side by side. Only the left one is imported as contacts; put the right one, “{example}”, into a file of its own.",
  "map.warning.rounded_numbers":
    "A spreadsheet has rounded numbers such as “{example}”: their last digits are lost. In the spreadsheet, format these columns as numbers without decimals or as text, and upload the file again. Digits after the fifteenth are lost there, too: take them from the source of the list.",
  "map.warning.hidden_rows":
    "Rows that the spreadsheet hides, by a filter for example, are imported as well: {count}, such as {lines}. To leave them out, copy the visible rows into a new workbook and upload that.",
  "map.warning.left_out": "Properties of the cards that are not imported: {example}.",
  "map.warning.mixed_encodings":
    "Lines that are not in this encoding: {count}, such as {lines}. Their rows will be rejected. Correct the file, or import it once in each of its encodings.",
  "row.otherHeader":
    "From here on the file has different columns: this row, or one above it, names them again in a different order. Upload the rest as a separate file.",
  "row.unbalancedQuote":
    'A quotation mark (") in this line is opened and never closed. Close it, or double it if it belongs to the text.',
  "row.cut":
    "A line break in a cell cuts this row: the next line holds the rest of it. Remove the line break, or put the cell in quotation marks.",
  "row.rest": "This line is the rest of the row above it, which a line break in a cell cuts.",
  "row.undecodable":
    "This row contains bytes that are not text in the file’s encoding. Choose another encoding, or correct the row.",
  "row.changedSince":
    "The contact was changed after this change was confirmed, so it was left alone. Upload the row again to see what it would change now.",
  "mend.reason.cut": "Cut by a line break",
  "mend.reason.rest": "Rest of the row above",
  "mend.reason.undecodable": "Damaged letters",
  "mend.forAll": "In all of these rows:",
  "mend.forAll.one": { one: "{what} ({count} row)", other: "{what} ({count} rows)" },
  "mend.proposal.bareAddress": "Keep only the address",
  "mend.proposal.firstAddress": "Keep the first address",
  "mend.proposal.atSign": "Write “(at)” or “%40” as “@”",
  "mend.proposal.noSpaces": "Remove spaces",
  "mend.proposal.ascii": "Write the address in plain letters (ASCII)",
  "mend.proposal.punctuation": "Correct dots and commas",
  "mend.proposal.tidy": "Tidy up the address",
  "mend.proposal.otherCell": "Take the address from another column",
  "mend.proposal.trim": "Cut to the longest length allowed",
  "mend.proposal.noNul": "Remove NUL characters",
  "mend.proposal.quoteAsText": "Treat the quotation mark as text",
  "mend.proposal.dropEmpty": "Drop the empty cells at the end",
  "mend.proposal.nearestOption": "Use the option that is meant",
  "mend.use": "Use {value}",
  "mend.line": "Line {line}",
  "mend.cell": "{column}, line {line}",
  "mend.extraCell": "Extra cell {number}",
  "mend.cut": "This text is too long to be edited here.",
  "mend.editRow.done": "Done",
  "mend.editRow": "Edit the whole row",
  "mend.accepted": "Accepted",
  "mend.limited":
    "Too many requests in the last minute. This correction is sent again by itself in a moment.",
  "mend.takeBack": "Undo",
  "mend.takeBack.rule": "Undo: {rule}",
  "mend.applied": "Corrections",
  "mend.applied.rows": { one: "{count} row corrected", other: "{count} rows corrected" },
  "mend.applied.some": {
    one: "{right} of {count} edited row corrected",
    other: "{right} of {count} edited rows corrected",
  },
  "map.reread.title": "Read the file differently?",
  "map.reread.body":
    "Its rows will be others, so corrected rows and rows left out are discarded. Reading it as before does not bring them back.",
  "map.reread.action": "Read it differently",
  "mend.discard": "Discard all corrections",
  "mend.previous": "Previous rows",
  "mend.next": "More rows",
  "mend.reason.number": "Not a number",
  "mend.reason.date": "Not a date",
  "mend.reason.yesNo": "Neither yes nor no",
  "mend.reason.option": "Not one of the options",
  "upload.drop.anywhere": "Drop the file to import it",
  "result.errors.mend": "Correct and import these",
  "result.resume": { one: "Import the remaining row", other: "Import the remaining {count} rows" },
  "error.changesConfirmed":
    "The changes confirmed row by row for this import are no longer stored. Upload the file again to review the rest.",
  "error.fieldChanged":
    "A custom field that this import fills was changed or deleted in the meantime. Check its columns again; an import that was stopped can continue once that change is undone under History.",
  "error.correctionsDiffer":
    "Rows of this file were corrected while it was read differently. Discard the corrections first.",
} as const;
