/** Why a column of a file was suggested for a field. */
export const mapping = {
  "map.consent": "Does “{header}” say who wants no e-mails? As it stands, it is not imported.",
  "map.consent.struck":
    "Some rows of the workbook are struck through. Did these people opt out? “{header}” marks them.",
  "map.consent.struck.rows": "Rows {rows}.",
  "map.consent.struck.more": "Rows {rows} and more, {count} in all.",
  "map.consent.values": "Its values: {values}.",
  "map.consent.several":
    "These columns say who has unsubscribed: {columns}. One of them is enough: whoever it names gets no e-mails.",
  "map.consent.several.column": "“{header}”",
  "map.consent.out": "Yes means unsubscribed",
  "map.consent.in": "No means unsubscribed",
  "map.consent.no": "Leave it out",
  "map.consent.mapped":
    "Does “{header}” say who wants no e-mails? As it stands, it becomes {field} and unsubscribes nobody.",
  "map.consent.empty":
    "“{header}” says who wants e-mails, and is empty for some people. What does that mean? Until you say so, it unsubscribes nobody.",
  "map.consent.unread":
    "Some values of “{header}” are neither yes nor no. What do they mean? Until you say so, they unsubscribe nobody.",
  "map.consent.unread.leave": "I don’t know: they unsubscribe nobody",
  "map.value": "“{value}”",
  "map.value.empty": "Empty cells",
  "map.value.out": "Unsubscribed",
  "map.value.not": "Subscribed",
  "map.value.others": "Any other value that is neither yes nor no",
  "map.value.means": "{value}: {meaning}",
  "map.value.told": "You said what these values of “{header}” mean.",
  "map.consent.turned":
    "“{header}” may mean the opposite of what it seems to say, or something else. If no answer below is right, write “unsubscribed” into those rows of your file and upload it again.",
  "check.unread": {
    one: "In {count} row it cannot be read whether the person has opted out. It will unsubscribe nobody.",
    other:
      "In {count} rows it cannot be read whether the person has opted out. They will unsubscribe nobody.",
  },
  "check.unread.value": { one: "“{value}” ({count} row)", other: "“{value}” ({count} rows)" },
  "check.unread.hint": "Say what these values mean, or leave them as they are.",
  "check.failedOptOuts": {
    one: "{count} rejected row says that the person opted out. The opt-out still counts.",
    other: "{count} rejected rows say that the person opted out. The opt-outs still count.",
  },
  "check.skippedOptOuts": {
    one: "{count} skipped row says that somebody who is not a contact opted out. This is remembered: a later import will not subscribe this person.",
    other:
      "{count} skipped rows say that people who are not contacts opted out. This is remembered: a later import will not subscribe them.",
  },
  "check.confirmReject": { one: "{does}, reject {count} row", other: "{does}, reject {count} rows" },
  "check.confirmOptOuts": { one: "Save {count} opt-out", other: "Save {count} opt-outs" },
  "result.undo.optOuts": {
    one: "{count} opt-out of somebody who is not a contact is withdrawn: only this import had recorded it.",
    other:
      "{count} opt-outs of people who are not contacts are withdrawn: only this import had recorded them.",
  },
  "result.skippedOptOuts": {
    one: "{count} skipped row said that somebody who is not a contact opted out. This is remembered.",
    other: "{count} skipped rows said that people who are not contacts opted out. This is remembered.",
  },
  "result.failedOptOuts": {
    one: "{count} rejected row said that the person opted out. The opt-out still counts.",
    other: "{count} rejected rows said that the person opted out. The opt-outs still count.",
  },
  "result.errors.optedOut": "The person opted out. The opt-out still counts.",
  "map.consent.list":
    "This looks like a list of people who opted out. As it stands, they become or stay contacts who get e-mails.",
  "map.consent.sheet":
    "Another sheet of this workbook may list people who opted out. Only this sheet is imported: look at the other one first, or import it afterwards.",
  "map.consent.sheet.go": "Go on with this sheet",
  "map.consent.below":
    "Below a title or a second header, this file may list people who opted out. As it stands, they become or stay contacts who get e-mails: give those rows a column that says so, or import them in a file of their own.",
  "map.consent.below.go": "Go on, nobody in it opted out",
  "map.consent.list.all": "Yes, unsubscribe all of them",
  "map.consent.all": "Everybody in this file will be unsubscribed.",
  "map.consent.all.not": "No, only those a column names",
  "map.consent.list.keep": "No, they may get e-mails",
  "map.consent.keep": "No, leave it as {field}",
  "map.consent.none": "None of these {count}: take them as they are",
  "map.why.header_means": "Header means “{field}”.",
  "map.why.header_means_cells_agree": "Header means “{field}”, and its cells agree.",
  "map.why.header_means_cells_differ": "Header means “{field}”, but its cells look like something else.",
  "map.why.header_contains": "Header has a word for “{field}”.",
  "map.why.header_contains_cells_agree": "Header has a word for “{field}”, and its cells agree.",
  "map.why.header_contains_cells_differ":
    "Header has a word for “{field}”, but its cells look like something else.",
  "map.why.header_resembles": "Header looks like a word for “{field}”.",
  "map.why.header_resembles_cells_agree": "Header looks like a word for “{field}”, and its cells agree.",
  "map.why.header_resembles_cells_differ":
    "Header looks like a word for “{field}”, but its cells look like something else.",
  "map.why.subscribed_flag":
    "“{header}” says who gets e-mails, so “no” is what unsubscribes a contact; “yes” changes nothing.",
  "map.why.unsubscribed_flag":
    "“{header}” says who opted out: “yes” unsubscribes a contact, “no” changes nothing.",
  "map.why.unsubscribed_date":
    "“{header}” says when somebody unsubscribed: any entry marks a contact as unsubscribed.",
  "map.why.cells_are_emails": "Its cells are e-mail addresses.",
  "map.why.cells_are_phones": "Its cells look like phone numbers.",
  "map.why.cells_are_names": "Its cells look like names of people.",
  "map.why.cells_say_unsubscribed": "The words in “{header}” say who has unsubscribed.",
  "map.why.name_beside_other": "Next to the other name, “{header}” means {field}.",
  "map.why.name_alone": "“{header}” is the full name: we split it into first and last name row by row.",
  "map.why.own_custom_field": "Kith exported this custom field under this name.",
  "map.why.own_error_column": "Kith added this column to a file of rejected rows.",
  "map.why.field_taken": "{field} is already filled by “{filler}”.",
  "map.why.other_sheet": "It is the address. Another sheet may list people who opted out.",
  "map.why.table_below": "It is the address. Rows further down may be of people who opted out.",
  "map.why.second_table": "It belongs to a second table beside the first.",
  "map.why.no_header": "The column has no name, and its cells fit no field for certain.",
  "map.why.may_be_consent": "Its cells may say who wants no e-mails. Say what they mean.",
  "map.why.struck_through": "Some rows are struck through. Say whether these people opted out.",
  "map.why.kept_as_custom": "No standard field. Kept as a custom field.",
  "map.why.kept_beside": "{field} is already filled by “{filler}”. Kept as a custom field.",
  "map.why.no_field": "No standard field. Choose a custom field to keep it.",
  "map.why.row_counter": "It only counts the rows. Choose a custom field to keep it.",
  "map.why.beyond_custom_fields":
    "No room: a contact has all its custom fields. Leave out another column to keep this one.",
  "map.why.beyond_workspace_fields":
    "No room: the workspace has all its custom fields. Choose one of them to keep this column.",
  "map.why.beyond_custom_size":
    "Its texts may be too long for a contact. Choose a custom field to keep it; rows that do not fit are rejected.",
  "map.why.model": "The AI model takes “{header}” to be {field}.",
  "map.why.remembered": "As you matched this column last time.",
  "map.why.remembered_answer": "As you answered about this column last time.",
  "map.lines": "The first lines of the file. Click the one that names the columns.",
  "map.delimiters": "How each separator splits the file",
  "map.more": { one: "Show {count} more column", other: "Show {count} more columns" },
  "map.doubtful": { one: "{count} needs a look", other: "{count} need a look" },
  "map.left.beyond_custom_fields": {
    one: "{count} column is not imported, because a contact has room for only {max} custom fields: {columns}. To keep it, set another column to “Do not import”, then choose a custom field for this one.",
    other:
      "{count} columns are not imported, because a contact has room for only {max} custom fields: {columns}. To keep one of them, set another column to “Do not import”, then choose a custom field for it.",
  },
  "map.left.beyond_workspace_fields": {
    one: "{count} column is not imported, because your workspace has no room for another custom field: {columns}. To keep it, choose an existing field for it, or delete a field that nobody needs and choose a new one here.",
    other:
      "{count} columns are not imported, because your workspace has no room for more custom fields: {columns}. To keep one of them, choose an existing field for it, or delete a field that nobody needs and choose a new one here.",
  },
  "map.left.beyond_custom_size": {
    one: "{count} column is not imported, because its long texts may not fit into a contact: {columns}. To keep it, choose a custom field for it. The next step shows the rows that do not fit.",
    other:
      "{count} columns are not imported, because their long texts may not fit into a contact: {columns}. To keep one of them, choose a custom field for it. The next step shows the rows that do not fit.",
  },
  "map.keepAll": {
    one: "Keep {count} unmatched column as a custom field",
    other: "Keep {count} unmatched columns as custom fields",
  },
  "map.sum.matched": "{count} matched",
  "map.sum.custom": { one: "{count} custom field", other: "{count} custom fields" },
  "map.open": "Show what is missing",
  "map.sum.left": "{count} not imported",
  "map.sheet": "Sheet",
  "map.sheet.found": "Sheet “{sheet}” is read: the first one has no e-mail addresses.",
  "map.sheet.again":
    "Reading sheet “{sheet}”, one of {count}. To read another one, upload the workbook again.",
  "map.source.xlsx": "Excel workbook",
  "map.source.json": "JSON",
  "map.source.vcard": "vCards",
} as const;
