import { sql } from "drizzle-orm";
import {
  type AnyPgColumn,
  bigint,
  boolean,
  check,
  customType,
  foreignKey,
  index,
  integer,
  jsonb,
  pgTable,
  primaryKey,
  text,
  timestamp,
  unique,
  uniqueIndex,
  uuid,
} from "drizzle-orm/pg-core";
import { eachTextField } from "../lib/contacts/fields";

/**
 * Every tenant table has the primary key (workspace_id, id) and foreign keys that include workspace_id, so a link
 * between two workspaces cannot be stored, and the schema can be sharded by workspace_id as it is. What Drizzle cannot
 * express (functions, triggers, INCLUDE, collations, RLS) is written by hand in db/migrations.
 */

/** Text that is compared or indexed: byte order, independent of the server's locale. */
const textC = customType<{ data: string }>({ dataType: () => 'text collate "C"' });
const textOf = customType<{ data: string; config: { exact: boolean } }>({
  dataType: (config) => (config?.exact ? 'text collate "C"' : "text"),
});
/** A column for each text field of a contact. */
const textFields = () =>
  eachTextField(
    ({ name, exact = false }) => textOf(name, { exact }).notNull(),
    ({ name, exact = false }) => textOf(name, { exact }),
  );
const bytea = customType<{ data: Buffer }>({ dataType: () => "bytea" });
const time = (name: string) => timestamp(name, { withTimezone: true, precision: 3 });
const createdAt = () => time("created_at").notNull().default(sql`now()`);
/** Deleted with its workspace. */
const ofWorkspace = () =>
  uuid("workspace_id").references((): AnyPgColumn => workspaces.id, { onDelete: "cascade" });
const updatedAt = () => time("updated_at").notNull().default(sql`now()`);

export const workspaces = pgTable(
  "workspaces",
  {
    id: uuid("id").primaryKey(),
    name: text("name").notNull(),
    /**
     * The user for whom sign-up created this workspace; unique, so that provisioning can be repeated safely. It does
     * not say who owns it now (memberships do), and is null once that user has left, and in workspaces created later.
     */
    owner_id: uuid("owner_id").unique(),
    /** When its last member's account was deleted; the sweep deletes it with everything in it. */
    abandoned_at: time("abandoned_at"),
    created_at: createdAt(),
  },
  (t) => [index("workspaces_abandoned").on(t.abandoned_at).where(sql`abandoned_at is not null`)],
);

export const memberships = pgTable(
  "memberships",
  {
    workspace_id: ofWorkspace().notNull(),
    user_id: uuid("user_id").notNull(),
    email: text("email"),
    /** The language of mails to this member; English if never chosen. */
    language: text("language"),
    /** lib/workspaces/roles.ts. A user who was not invited is the owner of a workspace of their own. */
    role: text("role").notNull().default("owner"),
    /** What an editor may do besides editing. */
    may_import: boolean("may_import").notNull().default(true),
    may_undo: boolean("may_undo").notNull().default(true),
    may_export: boolean("may_export").notNull().default(true),
    may_send: boolean("may_send").notNull().default(true),
    /** Until when the account is banned: until then neither the user nor their API keys are let in. */
    suspended_until: time("suspended_until"),
    /** Named filters of the contact list, per user. */
    views: jsonb("views").$type<{ name: string; query: string }[]>().notNull().default([]),
    created_at: createdAt(),
  },
  (t) => [
    primaryKey({ columns: [t.workspace_id, t.user_id] }),
    index("memberships_user").on(t.user_id),
    check("memberships_role", sql`role in ('owner', 'admin', 'editor', 'viewer')`),
  ],
);

/** Who may join, by a link that was mailed to this address; deleted once used (lib/invitations). */
export const invitations = pgTable(
  "invitations",
  {
    workspace_id: ofWorkspace().notNull(),
    id: uuid("id").notNull(),
    /** Trimmed and lower-cased. */
    email: text("email").notNull(),
    role: text("role").notNull(),
    may_import: boolean("may_import").notNull(),
    may_undo: boolean("may_undo").notNull(),
    may_export: boolean("may_export").notNull(),
    may_send: boolean("may_send").notNull(),
    /** SHA-256 of the 256 random bits in the link, which are stored nowhere. */
    token_hash: text("token_hash").notNull(),
    invited_by: uuid("invited_by").notNull(),
    created_at: createdAt(),
    expires_at: time("expires_at").notNull(),
  },
  (t) => [
    primaryKey({ columns: [t.workspace_id, t.id] }),
    unique("invitations_email").on(t.workspace_id, t.email),
    index("invitations_token").on(t.token_hash),
    index("invitations_age").on(t.expires_at),
    check("invitations_role", sql`role in ('admin', 'editor', 'viewer')`),
  ],
);

export const settings = pgTable(
  "settings",
  {
    workspace_id: ofWorkspace().primaryKey(),
    /** AES-256-GCM, see lib/settings/secrets.ts. */
    mail_api_key: text("mail_api_key"),
    mail_from: text("mail_from"),
    notify_on_import_complete: boolean("notify_on_import_complete").notNull().default(true),
    notify_on_export_complete: boolean("notify_on_export_complete").notNull().default(true),
    notify_weekly_digest: boolean("notify_weekly_digest").notNull().default(true),
    /** Origins of pages that may call the API from a browser. */
    allowed_origins: text("allowed_origins").array().notNull().default([]),
    updated_at: updatedAt(),
  },
  // A preflight, which carries no token, uses it to find whether any workspace allows its origin.
  (t) => [index("settings_origins").using("gin", t.allowed_origins).where(sql`allowed_origins <> '{}'`)],
);

/**
 * Exact counts, maintained by statement-level triggers on contacts. The same triggers replace a foreign key from
 * contacts to workspaces, whose check for every row would take longer than everything else in an import.
 */
export const workspaceCounts = pgTable("workspace_counts", {
  workspace_id: ofWorkspace().primaryKey(),
  contacts: bigint("contacts", { mode: "number" }).notNull().default(0),
  unsubscribed: bigint("unsubscribed", { mode: "number" }).notNull().default(0),
  /** Number of statements that deleted contacts. A file made at another count may contain a deleted person. */
  erasures: bigint("erasures", { mode: "number" }).notNull().default(0),
});

/**
 * The contacts by the hour in which they were created, UTC: triggers maintain it for the statistics. In parts, so that no
 * writer waits for another, as with those of a tag; the number is their sum.
 */
export const contactHours = pgTable(
  "contact_hours",
  {
    // No foreign key, as with contacts: a trigger of the workspace removes these with them.
    workspace_id: uuid("workspace_id").notNull(),
    hour: time("hour").notNull(),
    part: uuid("part").notNull(),
    contacts: bigint("contacts", { mode: "number" }).notNull(),
  },
  (t) => [primaryKey({ columns: [t.workspace_id, t.hour, t.part] })],
);

/**
 * Secrets of a workspace for its remembered opt-outs, created with it by a trigger: the HMAC key, as the two blocks
 * that precede a text, and the seed of the filter. They are all it takes to test a guessed address: docs/decisions.
 */
export const optOutKeys = pgTable("opt_out_keys", {
  workspace_id: ofWorkspace().primaryKey(),
  inner_pad: bytea("inner_pad").notNull(),
  outer_pad: bytea("outer_pad").notNull(),
  seed: bigint("seed", { mode: "bigint" }).notNull(),
});

/**
 * Every address that opted out, as HMAC-SHA-256. Triggers on contacts write it, and keep a contact with such an
 * address unsubscribed; they also delete it with its workspace, because a foreign key would be checked for every row.
 */
export const optOuts = pgTable(
  "opt_outs",
  {
    workspace_id: uuid("workspace_id").notNull(),
    hash: bytea("hash").notNull(),
    /** A seeded hash of the address, for finding it quickly; 26 bits of it if it was remembered before 0018. */
    probe: bigint("probe", { mode: "bigint" }).notNull(),
    /** The import that alone said so, whose undo forgets it; null as soon as any other source says so. */
    import_id: uuid("import_id"),
    /** Whether the filter contains it. */
    packed: boolean("packed").notNull().default(false),
  },
  (t) => [
    primaryKey({ columns: [t.workspace_id, t.hash] }),
    index("opt_outs_probe").on(t.workspace_id, t.probe),
    index("opt_outs_unpacked").on(t.workspace_id).where(sql`not packed`),
  ],
);

/**
 * An address without a contact was remembered: whoever was writing at that moment may not have seen it. Written in the
 * transaction that remembers; deleted once the rule was enforced again (lib/contacts/opt-outs.ts).
 */
export const lateOptOuts = pgTable(
  "late_opt_outs",
  {
    workspace_id: ofWorkspace().notNull(),
    id: uuid("id").notNull(),
    created_at: createdAt(),
  },
  (t) => [primaryKey({ columns: [t.workspace_id, t.id] })],
);

/** Bit `probe` modulo the filter's length is set for every packed opt-out: most addresses need no further lookup. */
export const optOutFilters = pgTable("opt_out_filters", {
  workspace_id: ofWorkspace().primaryKey(),
  bits: bytea("bits").notNull(),
});

export const contacts = pgTable(
  "contacts",
  {
    workspace_id: uuid("workspace_id").notNull(),
    id: uuid("id").notNull(),
    email: textC("email").notNull(),
    ...textFields(),
    is_unsubscribed: boolean("is_unsubscribed").notNull().default(false),
    /** When is_unsubscribed last turned true on a contact that was subscribed; counts only while it is true. */
    unsubscribed_at: time("unsubscribed_at"),
    /** When somebody last decided that this person, who had opted out, gets mail again. */
    resubscribed_at: time("resubscribed_at"),
    custom_fields: jsonb("custom_fields").$type<Record<string, unknown>>(),
    /** The import that created the contact, and its row there (1 = first data row). */
    import_id: uuid("import_id"),
    import_row: integer("import_row"),
    /**
     * The change set that wrote the contact last; an import is one. It identifies the contact's state: an undo
     * restores it with the values, and goes by it. Null for contacts written before there were change sets.
     */
    written_by: uuid("written_by"),
    created_at: createdAt(),
    updated_at: updatedAt(),
    /**
     * The text that search looks through, folded; its parts are separated by U+001F. Triggers maintain it. Null if it
     * does not fit into the covering index.
     */
    search_doc: textC("search_doc"),
  },
  (t) => [
    // The migration adds INCLUDE (search_doc, is_unsubscribed): this one index serves lists, search and totals.
    primaryKey({ columns: [t.workspace_id, t.id] }),
    unique("contacts_email").on(t.workspace_id, t.email),
    uniqueIndex("contacts_external_id").on(t.workspace_id, t.external_id).where(sql`external_id is not null`),
    // Partial, so that it costs an import nothing: the weekly digest counts with it.
    index("contacts_unsubscribed")
      .on(t.workspace_id, t.unsubscribed_at)
      .where(sql`unsubscribed_at is not null`),
    // Partial as well: without it, a page of the few who opted out reads all others before it.
    index("contacts_unsubscribed_ids").on(t.workspace_id, t.id).where(sql`is_unsubscribed`),
    // By last change; new rows are appended at its end, so that it costs an import little.
    index("contacts_updated").on(t.workspace_id, t.updated_at, t.id),
    // For the few whose text is too long for the other index.
    index("contacts_search_long").on(t.workspace_id, t.id).where(sql`search_doc is null`),
  ],
);

export const tags = pgTable(
  "tags",
  {
    workspace_id: ofWorkspace().notNull(),
    id: uuid("id").notNull(),
    name: text("name").notNull(),
    name_key: textC("name_key").generatedAlwaysAs(sql`fold_text(name)`),
    color: text("color"),
    emoji: text("emoji"),
    /** The import that created it, until somebody edits it: an undo removes it. */
    import_id: uuid("import_id"),
    /** The change set that wrote it last, as with contacts. */
    written_by: uuid("written_by"),
    created_at: createdAt(),
  },
  (t) => [
    primaryKey({ columns: [t.workspace_id, t.id] }),
    unique("tags_name").on(t.workspace_id, t.name_key),
  ],
);

/** A filter of the contact list that everybody in the workspace sees by its name. */
export const segments = pgTable(
  "segments",
  {
    workspace_id: ofWorkspace().notNull(),
    id: uuid("id").notNull(),
    name: text("name").notNull(),
    name_key: textC("name_key").generatedAlwaysAs(sql`fold_text(name)`),
    /** In the form of the API (lib/contacts/filter-schemas.ts). */
    filter: jsonb("filter").$type<Record<string, unknown>>().notNull(),
    sort: text("sort"),
    /** How many contacts it had at the last count; null until it is counted after being created or changed. */
    contact_count: integer("contact_count"),
    counted_at: time("counted_at"),
    created_at: createdAt(),
    updated_at: updatedAt(),
  },
  (t) => [
    primaryKey({ columns: [t.workspace_id, t.id] }),
    unique("segments_name").on(t.workspace_id, t.name_key),
  ],
);

export const contactTags = pgTable(
  "contact_tags",
  {
    workspace_id: uuid("workspace_id").notNull(),
    tag_id: uuid("tag_id").notNull(),
    contact_id: uuid("contact_id").notNull(),
    created_at: createdAt(),
  },
  (t) => [
    primaryKey({ columns: [t.workspace_id, t.tag_id, t.contact_id] }),
    index("contact_tags_contact").on(t.workspace_id, t.contact_id, t.tag_id),
    foreignKey({
      name: "contact_tags_tag_fk",
      columns: [t.workspace_id, t.tag_id],
      foreignColumns: [tags.workspace_id, tags.id],
    }).onDelete("cascade"),
    foreignKey({
      name: "contact_tags_contact_fk",
      columns: [t.workspace_id, t.contact_id],
      foreignColumns: [contacts.workspace_id, contacts.id],
    }).onDelete("cascade"),
  ],
);

/**
 * How many contacts each tag has: the sum of its parts, exact at every commit. Statement-level triggers on contact_tags
 * maintain it. A writer adds to a part that no other transaction holds, or begins another: writers never wait here.
 */
export const tagCounts = pgTable(
  "tag_counts",
  {
    workspace_id: uuid("workspace_id").notNull(),
    tag_id: uuid("tag_id").notNull(),
    part: uuid("part").notNull(),
    contacts: bigint("contacts", { mode: "number" }).notNull(),
  },
  (t) => [
    primaryKey({ columns: [t.workspace_id, t.tag_id, t.part] }),
    foreignKey({
      name: "tag_counts_tag_fk",
      columns: [t.workspace_id, t.tag_id],
      foreignColumns: [tags.workspace_id, tags.id],
    }).onDelete("cascade"),
  ],
);

/** Columns that make a row a job: who works on it until when, and the fence that stops everybody else. */
const job = () => ({
  lease_owner: text("lease_owner"),
  lease_until: time("lease_until"),
  /** Fencing token: each claim increments it, and every write of a worker requires the value it claimed. */
  epoch: integer("epoch").notNull().default(0),
  /** Claims and failures since the last checkpoint. */
  attempts: integer("attempts").notNull().default(0),
  failures: integer("failures").notNull().default(0),
  last_error: text("last_error"),
});

/**
 * Fields of which an entry keeps no value that an erased contact had handed over: the former value is the contact's own
 * instead, and the next one is not shown (lib/contacts/erase-carried.ts).
 */
const erasedFields = () => ({
  erased_old: text("erased_old").array(),
  erased_new: text("erased_new").array(),
});

export const imports = pgTable(
  "imports",
  {
    workspace_id: ofWorkspace().notNull(),
    id: uuid("id").notNull(),
    created_by: uuid("created_by"),
    filename: text("filename").notNull(),
    status: text("status").notNull().default("pending"),
    blob_key: text("blob_key"),
    blob_bytes: bigint("blob_bytes", { mode: "number" }).notNull(),
    /** The size of the file as it was sent; null for those from before it was noted. */
    uploaded_bytes: bigint("uploaded_bytes", { mode: "number" }),
    content_hash: text("content_hash"),
    /** How the file is read: encoding, delimiter, headerRow and their certainty (lib/imports/file/dialect.ts). */
    dialect: jsonb("dialect").$type<Record<string, unknown>>().notNull(),
    headers: jsonb("headers").$type<string[]>().notNull(),
    ai_suggestions: jsonb("ai_suggestions").$type<unknown[]>(),
    column_mapping: jsonb("column_mapping").$type<Record<string, string | null>>(),
    options: jsonb("options").$type<Record<string, unknown>>(),
    /** The decisions about it while it is pending (lib/imports/draft.ts), and how often they changed. */
    draft: jsonb("draft").$type<Record<string, unknown>>(),
    draft_version: integer("draft_version").notNull().default(0),
    total_rows: integer("total_rows").notNull().default(0),
    processed_rows: integer("processed_rows").notNull().default(0),
    created_rows: integer("created_rows").notNull().default(0),
    updated_rows: integer("updated_rows").notNull().default(0),
    /** Of updated_rows, those that changed nothing. */
    unchanged_rows: integer("unchanged_rows").notNull().default(0),
    /** Known contacts that changed, however many rows of the file changed them. */
    changed_contacts: integer("changed_contacts").notNull().default(0),
    /** Of updated_rows or skipped_rows, those whose address occurred in an earlier row of the file. */
    repeated_rows: integer("repeated_rows").notNull().default(0),
    skipped_rows: integer("skipped_rows").notNull().default(0),
    failed_rows: integer("failed_rows").notNull().default(0),
    /** Of created_rows, those that are unsubscribed because their address had opted out before. */
    opted_out: integer("opted_out").notNull().default(0),
    /** Of failed_rows, those whose person opted out, which counted all the same. */
    failed_opt_outs: integer("failed_opt_outs").notNull().default(0),
    /** Of skipped_rows, those whose person opted out and is not a contact: the address is remembered. */
    skipped_opt_outs: integer("skipped_opt_outs").notNull().default(0),
    /** Where the next slice starts: bytes of the file as UTF-8 text, and the records before it. */
    checkpoint_bytes: bigint("checkpoint_bytes", { mode: "number" }).notNull().default(0),
    checkpoint_line: integer("checkpoint_line").notNull().default(0),
    ...job(),
    /** The figures of the dry run of the draft that was confirmed (lib/imports/schemas.ts). */
    forecast: jsonb("forecast").$type<Record<string, number>>(),
    summary: text("summary"),
    /** Why it failed (lib/imports/failure.ts); `summary` says the same in words. */
    failure_code: text("failure_code"),
    created_at: createdAt(),
    started_at: time("started_at"),
    /** The workspace's count when it was confirmed (workspace_counts). */
    erasures: bigint("erasures", { mode: "number" }),
    completed_at: time("completed_at"),
    undo_status: text("undo_status"),
    undo_result: jsonb("undo_result").$type<Record<string, unknown>>(),
    /** The last contact that the current phase of the undo has processed; the phase is in undo_result. */
    undo_cursor: uuid("undo_cursor"),
    undone_at: time("undone_at"),
    /** The last change set of its undo, of the undo of that, and so on: undoing it reverses the import's state again. */
    undo_change_id: uuid("undo_change_id"),
  },
  (t) => [
    primaryKey({ columns: [t.workspace_id, t.id] }),
    check("imports_status", sql`status in ('pending', 'processing', 'completed', 'failed', 'cancelled')`),
    check("imports_undo_status", sql`undo_status in ('processing', 'completed')`),
    check(
      "imports_counts",
      sql`processed_rows = created_rows + updated_rows + skipped_rows + failed_rows and unchanged_rows <= updated_rows`,
    ),
    index("imports_running")
      .on(t.lease_until)
      .where(sql`status = 'processing' or undo_status = 'processing'`),
    index("imports_content").on(t.workspace_id, t.content_hash),
  ],
);

/**
 * Rows that an import rejected, as they were in the file. Like the journal below they are deleted with their import by
 * a statement-level trigger: a foreign key would be checked for every row.
 */
export const importErrors = pgTable(
  "import_errors",
  {
    workspace_id: uuid("workspace_id").notNull(),
    import_id: uuid("import_id").notNull(),
    row: integer("row").notNull(),
    line: integer("line").notNull(),
    column: text("column"),
    code: text("code").notNull(),
    message: text("message").notNull(),
    cells: jsonb("cells").$type<string[]>().notNull(),
    /** Whether the row says that its person opted out: that counted. */
    opted_out: boolean("opted_out").notNull().default(false),
  },
  (t) => [
    primaryKey({ columns: [t.workspace_id, t.import_id, t.row] }),
    // Found by the address of a contact that is deleted. No pending list (fastupdate), which each lookup would have to
    // read.
    index("import_errors_addresses").using("gin", sql`addresses_in(cells)`).with({ fastupdate: false }),
  ],
);

/** The undo journal: what a contact was before an import changed it. Created contacts need no entry. */
export const importChanges = pgTable(
  "import_changes",
  {
    workspace_id: uuid("workspace_id").notNull(),
    import_id: uuid("import_id").notNull(),
    contact_id: uuid("contact_id").notNull(),
    ...textFields(),
    /** The former address, for an import that can change addresses. */
    email: textC("email"),
    is_unsubscribed: boolean("is_unsubscribed").notNull(),
    custom_fields: jsonb("custom_fields").$type<Record<string, unknown>>(),
    written_by: uuid("written_by"),
    updated_at: time("updated_at").notNull(),
    /** Tags the import added to the contact. */
    added_tags: uuid("added_tags").array(),
    ...erasedFields(),
    /** The first entry of a contact has its values before the import. */
    seq: bigint("seq", { mode: "number" }).notNull().generatedAlwaysAsIdentity(),
  },
  (t) => [
    primaryKey({ columns: [t.workspace_id, t.import_id, t.contact_id, t.seq] }),
    // Contacts that gave up an address in this import: no other contact gets it until the import is over.
    index("import_changes_email").on(t.workspace_id, t.import_id, t.email).where(sql`email is not null`),
  ],
);

/**
 * What a pending import's draft would do to each row of its file, as a dry run found (lib/imports/diff): computed on
 * request, deleted with the import, or when that is over.
 */
export const importDiffs = pgTable(
  "import_diffs",
  {
    workspace_id: uuid("workspace_id").notNull(),
    id: uuid("id").notNull(),
    import_id: uuid("import_id").notNull(),
    draft_version: integer("draft_version").notNull(),
    /** Equal for equal changes. */
    etag: text("etag").notNull(),
    /** What is needed to read its rows. */
    columns: jsonb("columns").$type<Record<string, unknown>>().notNull(),
    counts: jsonb("counts").$type<Record<string, number>>().notNull(),
    /** Rows by kind, and by kind and field. */
    facets: jsonb("facets").$type<Record<string, number>>().notNull(),
    bytes: bigint("bytes", { mode: "number" }).notNull(),
    made_at: time("made_at").notNull().default(sql`now()`),
  },
  (t) => [
    primaryKey({ columns: [t.workspace_id, t.id] }),
    unique("import_diffs_import").on(t.workspace_id, t.import_id),
    foreignKey({
      name: "import_diffs_import_fk",
      columns: [t.workspace_id, t.import_id],
      foreignColumns: [imports.workspace_id, imports.id],
    }).onDelete("cascade"),
  ],
);

/** Its rows, some hundred per block: a letter and an address for each, for lookups, and the rest compressed. */
export const importDiffBlocks = pgTable(
  "import_diff_blocks",
  {
    workspace_id: uuid("workspace_id").notNull(),
    diff_id: uuid("diff_id").notNull(),
    first_row: integer("first_row").notNull(),
    last_row: integer("last_row").notNull(),
    first_line: integer("first_line").notNull(),
    kinds: textC("kinds").notNull(),
    facets: jsonb("facets").$type<Record<string, number>>().notNull(),
    emails: textC("emails").notNull(),
    data: bytea("data").notNull(),
  },
  (t) => [
    primaryKey({ columns: [t.workspace_id, t.diff_id, t.first_row] }),
    foreignKey({
      name: "import_diff_blocks_diff_fk",
      columns: [t.workspace_id, t.diff_id],
      foreignColumns: [importDiffs.workspace_id, importDiffs.id],
    }).onDelete("cascade"),
  ],
);

/**
 * One action: every write to contacts and tags is part of one, and can be undone with it for 30 days. An import's has
 * the import's id. One that undoes another is itself a job.
 */
export const changeSets = pgTable(
  "change_sets",
  {
    workspace_id: uuid("workspace_id")
      .notNull()
      .references(() => workspaces.id, { onDelete: "cascade" }),
    id: uuid("id").notNull(),
    /** How it was done (lib/changes/ways.ts). */
    way: text("way").notNull(),
    user_id: uuid("user_id"),
    api_key_id: uuid("api_key_id"),
    /** The tag it is about, if it is about one. */
    tag_id: uuid("tag_id"),
    /** Number of contacts; for an import its own row has them. */
    created: integer("created").notNull().default(0),
    changed: integer("changed").notNull().default(0),
    deleted: integer("deleted").notNull().default(0),
    /** Opt-outs of addresses without a contact: those that it alone remembered, and those that an undo withdrew. */
    opt_outs_remembered: integer("opt_outs_remembered").notNull().default(0),
    opt_outs_withdrawn: integer("opt_outs_withdrawn").notNull().default(0),
    /** For an undo: the change set that it undoes. */
    undoes: uuid("undoes"),
    /** The undo that is undoing it or has undone it. */
    undone_by: uuid("undone_by"),
    /** Of an undo; a bulk action's set is being written as long as the action runs. */
    status: text("status").notNull().default("completed"),
    /**
     * For an undo: counts, and which contacts were kept and why, by ids. An import's undo has them in the import's
     * row, which is its job.
     */
    result: jsonb("result").$type<Record<string, unknown>>(),
    /** For an undo: the last contact it has processed. */
    cursor: uuid("cursor"),
    ...job(),
    created_at: createdAt(),
    /** When an undo ended: who opens a page meanwhile hears of it. */
    completed_at: time("completed_at"),
  },
  (t) => [
    primaryKey({ columns: [t.workspace_id, t.id] }),
    check("change_sets_status", sql`status in ('processing', 'completed')`),
    index("change_sets_recent").on(t.workspace_id, t.created_at, t.id),
    index("change_sets_age").on(t.created_at),
    index("change_sets_running").on(t.lease_until).where(sql`status = 'processing'`),
  ],
);

/** Opt-outs of addresses without a contact that an undo withdrew, until it is undone itself. */
export const withdrawnOptOuts = pgTable(
  "withdrawn_opt_outs",
  {
    workspace_id: uuid("workspace_id").notNull(),
    /** The undo. */
    change_id: uuid("change_id").notNull(),
    hash: bytea("hash").notNull(),
    probe: bigint("probe", { mode: "bigint" }).notNull(),
  },
  (t) => [
    primaryKey({ columns: [t.workspace_id, t.change_id, t.hash] }),
    foreignKey({
      name: "withdrawn_opt_outs_undo_fk",
      columns: [t.workspace_id, t.change_id],
      foreignColumns: [changeSets.workspace_id, changeSets.id],
    }).onDelete("cascade"),
  ],
);

/**
 * What a contact was before a change set wrote it; nothing but its id when the set created it. Each set has at most
 * one entry per contact. Entries are deleted with their set, and with the other data of a deleted contact, by
 * statement-level triggers.
 */
export const contactChanges = pgTable(
  "contact_changes",
  {
    workspace_id: uuid("workspace_id").notNull(),
    change_id: uuid("change_id").notNull(),
    contact_id: uuid("contact_id").notNull(),
    kind: text("kind").notNull(),
    /** `written_by` of the contact afterwards: an undo requires it. */
    after: uuid("after"),
    email: textC("email"),
    ...textFields(),
    first_name: text("first_name"),
    is_unsubscribed: boolean("is_unsubscribed"),
    unsubscribed_at: time("unsubscribed_at"),
    resubscribed_at: time("resubscribed_at"),
    custom_fields: jsonb("custom_fields").$type<Record<string, unknown>>(),
    import_id: uuid("import_id"),
    import_row: integer("import_row"),
    written_by: uuid("written_by"),
    created_at: time("created_at"),
    updated_at: time("updated_at"),
    /** The tags it had and since when; null when the set does not touch tags. */
    tag_ids: uuid("tag_ids").array(),
    tagged_at: time("tagged_at").array(),
    /** For a contact that a merge deleted: the contact that it was merged into. Undo and its undo pass it on. */
    merged_into: uuid("merged_into"),
    /**
     * For the undo of a change of address: only the address that it takes back had opted out, and not by that change. Undoing the
     * undo remembers no other.
     */
    left_subscribed: boolean("left_subscribed"),
    ...erasedFields(),
    /** When it was written, under the contact's lock: a long set writes contacts that others wrote after it began. */
    noted_at: timestamp("noted_at", { withTimezone: true }).default(sql`clock_timestamp()`),
  },
  (t) => [
    primaryKey({ columns: [t.workspace_id, t.change_id, t.contact_id] }),
    check("contact_changes_kind", sql`kind in ('created', 'changed', 'deleted')`),
    index("contact_changes_contact").on(t.workspace_id, t.contact_id),
    index("contact_changes_merged").on(t.workspace_id, t.merged_into).where(sql`merged_into is not null`),
  ],
);

/** What a tag was before a change set wrote it, and the contacts of a deleted one. */
export const tagChanges = pgTable(
  "tag_changes",
  {
    workspace_id: uuid("workspace_id").notNull(),
    change_id: uuid("change_id").notNull(),
    tag_id: uuid("tag_id").notNull(),
    kind: text("kind").notNull(),
    after: uuid("after"),
    name: text("name"),
    color: text("color"),
    emoji: text("emoji"),
    import_id: uuid("import_id"),
    written_by: uuid("written_by"),
    created_at: time("created_at"),
    contact_ids: uuid("contact_ids").array(),
    tagged_at: time("tagged_at").array(),
  },
  (t) => [
    primaryKey({ columns: [t.workspace_id, t.change_id, t.tag_id] }),
    check("tag_changes_kind", sql`kind in ('created', 'changed', 'deleted')`),
  ],
);

/**
 * A search for duplicate contacts: a job, the workspace's last one, kept for a day. It stores only ids, so nothing of
 * a contact outlives it there.
 */
export const duplicateSearches = pgTable(
  "duplicate_searches",
  {
    workspace_id: ofWorkspace().notNull(),
    id: uuid("id").notNull(),
    status: text("status").notNull().default("processing"),
    /** Contacts in the workspace when it began. */
    total_contacts: integer("total_contacts").notNull().default(0),
    /** The next key to search by (lib/duplicates/blocks.ts). */
    step: integer("step").notNull().default(0),
    /** False when there were more pairs than are kept. */
    is_whole: boolean("is_whole").notNull().default(true),
    ...job(),
    created_at: createdAt(),
    completed_at: time("completed_at"),
    expires_at: time("expires_at").notNull().default(sql`now() + interval '1 day'`),
  },
  (t) => [
    primaryKey({ columns: [t.workspace_id, t.id] }),
    unique("duplicate_searches_workspace").on(t.workspace_id),
    check("duplicate_searches_status", sql`status in ('processing', 'completed', 'failed')`),
    index("duplicate_searches_running").on(t.lease_until).where(sql`status = 'processing'`),
    index("duplicate_searches_expiry").on(t.expires_at),
  ],
);

/** What it found; the lower id is `one_id`. */
export const duplicatePairs = pgTable(
  "duplicate_pairs",
  {
    workspace_id: uuid("workspace_id").notNull(),
    search_id: uuid("search_id").notNull(),
    one_id: uuid("one_id").notNull(),
    other_id: uuid("other_id").notNull(),
    id: uuid("id").notNull().default(sql`gen_random_uuid()`),
    /** In hundredths. */
    score: integer("score").notNull(),
    reasons: text("reasons").array().notNull(),
  },
  (t) => [
    primaryKey({ columns: [t.workspace_id, t.search_id, t.one_id, t.other_id] }),
    index("duplicate_pairs_best").on(t.workspace_id, t.search_id, t.score, t.id),
    foreignKey({
      name: "duplicate_pairs_search_fk",
      columns: [t.workspace_id, t.search_id],
      foreignColumns: [duplicateSearches.workspace_id, duplicateSearches.id],
    }).onDelete("cascade"),
  ],
);

/**
 * A sort order of a large workspace's contacts, or what a filter finds of them (`filter …`), cached on request so that a
 * page is read instead of sorted or searched for. It does not cover contacts written since `until`; a write that
 * restores an older `updated_at` drops it.
 */
export const contactOrders = pgTable(
  "contact_orders",
  {
    workspace_id: ofWorkspace().notNull(),
    id: uuid("id").notNull(),
    subject: text("subject").notNull(),
    status: text("status").notNull().default("building"),
    /** Contacts that it has. Of a filter, deletions are subtracted. */
    contacts: integer("contacts"),
    until: time("until").notNull(),
    used_at: time("used_at").notNull().default(sql`now()`),
  },
  (t) => [
    primaryKey({ columns: [t.workspace_id, t.id] }),
    uniqueIndex("contact_orders_subject").on(t.workspace_id, t.subject).where(sql`status <> 'dropped'`),
    index("contact_orders_age").on(t.used_at),
    check("contact_orders_status", sql`status in ('building', 'ready', 'dropped')`),
  ],
);

/** Its contacts in order: `k` is the sort key, or `n` for contacts without one, which come last. */
export const contactOrderKeys = pgTable(
  "contact_order_keys",
  {
    workspace_id: uuid("workspace_id").notNull(),
    order_id: uuid("order_id").notNull(),
    key: textC("key").notNull(),
    contact_id: uuid("contact_id").notNull(),
  },
  // No foreign keys, which would be checked row by row: a trigger removes these with their order.
  (t) => [primaryKey({ columns: [t.workspace_id, t.order_id, t.key, t.contact_id] })],
);

/**
 * The ids that a cached filter finds, in order, a hundred to a row: its row of `contact_orders` has their number. The
 * trigger of a deletion takes them out.
 */
export const contactFilterBlocks = pgTable(
  "contact_filter_blocks",
  {
    workspace_id: uuid("workspace_id").notNull(),
    filter_id: uuid("filter_id").notNull(),
    first_id: uuid("first_id").notNull(),
    ids: uuid("ids").array().notNull(),
  },
  // No foreign keys, as with the keys of an order.
  (t) => [primaryKey({ columns: [t.workspace_id, t.filter_id, t.first_id] })],
);

/**
 * Which n-grams occur in the search text of which contacts (`contact_orders` with the subject `search`): 64 blocks of
 * contacts in order of their ids. `bits` has 64 bits for each of 65 536 buckets of n-grams: in which blocks one occurs.
 */
export const contactSearchGrams = pgTable(
  "contact_search_grams",
  {
    workspace_id: uuid("workspace_id").notNull(),
    order_id: uuid("order_id").notNull(),
    part: integer("part").notNull(),
    /** Of each block, included. */
    first_ids: uuid("first_ids").array().notNull(),
    last_ids: uuid("last_ids").array().notNull(),
    /** Not compressed, so that a few bytes of it can be read. */
    bits: bytea("bits").notNull(),
  },
  (t) => [
    primaryKey({ columns: [t.workspace_id, t.order_id, t.part] }),
    foreignKey({
      name: "contact_search_grams_order_fk",
      columns: [t.workspace_id, t.order_id],
      foreignColumns: [contactOrders.workspace_id, contactOrders.id],
    }).onDelete("cascade"),
  ],
);

/** Somebody said that these are two different people. */
export const distinctContacts = pgTable(
  "distinct_contacts",
  {
    workspace_id: ofWorkspace().notNull(),
    one_id: uuid("one_id").notNull(),
    other_id: uuid("other_id").notNull(),
    created_at: createdAt(),
  },
  (t) => [primaryKey({ columns: [t.workspace_id, t.one_id, t.other_id] })],
);

/**
 * One action on many contacts: a job, whose change set has the same id. The set of contacts is fixed at the request
 * (`bulk_blocks`).
 */
export const bulkActions = pgTable(
  "bulk_actions",
  {
    workspace_id: ofWorkspace().notNull(),
    id: uuid("id").notNull(),
    action: text("action").notNull(),
    tag_id: uuid("tag_id"),
    /** For `set`: the fields by name. */
    fields: text("fields").array().notNull().default(sql`'{}'`),
    /** For `set`: their new values, until it has ended. */
    new_values: jsonb("new_values").$type<Record<string, string | null>>(),
    user_id: uuid("user_id"),
    api_key_id: uuid("api_key_id"),
    status: text("status").notNull().default("processing"),
    total: integer("total").notNull(),
    /** Blocks that are done, and their contacts; those that were changed, and those that have no room for the tag. */
    done_blocks: integer("done_blocks").notNull().default(0),
    processed: integer("processed").notNull().default(0),
    changed: integer("changed").notNull().default(0),
    refused: integer("refused").notNull().default(0),
    /** The first of them. */
    refused_ids: uuid("refused_ids").array().notNull().default(sql`'{}'`),
    failure_code: text("failure_code"),
    ...job(),
    created_at: createdAt(),
    completed_at: time("completed_at"),
  },
  (t) => [
    primaryKey({ columns: [t.workspace_id, t.id] }),
    check(
      "bulk_actions_action",
      sql`action in ('tag', 'untag', 'unsubscribe', 'delete', 'set', 'convert_field', 'merge_field', 'delete_field')`,
    ),
    check("bulk_actions_status", sql`status in ('processing', 'completed', 'stopped', 'failed')`),
    index("bulk_actions_running").on(t.lease_until).where(sql`status = 'processing'`),
    index("bulk_actions_age").on(t.completed_at),
  ],
);

/** Its contacts in blocks of some thousand ids; deleted when it has ended. */
export const bulkBlocks = pgTable(
  "bulk_blocks",
  {
    workspace_id: uuid("workspace_id").notNull(),
    bulk_id: uuid("bulk_id").notNull(),
    n: integer("n").notNull(),
    ids: uuid("ids").array().notNull(),
  },
  (t) => [
    primaryKey({ columns: [t.workspace_id, t.bulk_id, t.n] }),
    foreignKey({
      name: "bulk_blocks_bulk_fk",
      columns: [t.workspace_id, t.bulk_id],
      foreignColumns: [bulkActions.workspace_id, bulkActions.id],
    }).onDelete("cascade"),
  ],
);

/** Mappings people confirmed, by the fingerprint of the header row. */
export const importMappings = pgTable(
  "import_mappings",
  {
    workspace_id: ofWorkspace().notNull(),
    fingerprint: text("fingerprint").notNull(),
    mapping: jsonb("mapping").$type<Record<string, string | null>>().notNull(),
    /** Columns whose answer held for one file alone: for the next file they are asked about again. */
    asks: text("asks").array().notNull().default(sql`'{}'`),
    /** Columns that were asked about, and whose answer holds for the next file with the same words. */
    answered: text("answered").array().notNull().default(sql`'{}'`),
    used_at: time("used_at").notNull().default(sql`now()`),
  },
  (t) => [primaryKey({ columns: [t.workspace_id, t.fingerprint] })],
);

export const exports = pgTable(
  "exports",
  {
    workspace_id: ofWorkspace().notNull(),
    id: uuid("id").notNull(),
    created_by: uuid("created_by"),
    filename: text("filename").notNull(),
    status: text("status").notNull().default("pending"),
    /** tagIds, tagMatch, search, isUnsubscribed, ids: the filter on screen. */
    filter: jsonb("filter").$type<Record<string, unknown>>().notNull(),
    tag_ids: uuid("tag_ids").array().notNull().default(sql`'{}'`),
    total_rows: integer("total_rows").notNull().default(0),
    processed_rows: integer("processed_rows").notNull().default(0),
    /** Progress of the job; its shape is defined in lib/exports/progress.ts. */
    checkpoint: jsonb("checkpoint").$type<Record<string, unknown>>(),
    ...job(),
    blob_key: text("blob_key"),
    blob_bytes: bigint("blob_bytes", { mode: "number" }),
    /** The workspace's count when the contacts were read (workspace_counts); later deletions that cannot matter are added. */
    erasures: bigint("erasures", { mode: "number" }),
    error_message: text("error_message"),
    failure_code: text("failure_code"),
    created_at: createdAt(),
    completed_at: time("completed_at"),
    expires_at: time("expires_at"),
  },
  (t) => [
    primaryKey({ columns: [t.workspace_id, t.id] }),
    check("exports_status", sql`status in ('pending', 'processing', 'completed', 'failed')`),
    index("exports_running").on(t.lease_until).where(sql`status in ('pending', 'processing')`),
    index("exports_expiry").on(t.expires_at).where(sql`blob_key is not null`),
  ],
);

/**
 * Keys of custom fields that contacts use or used lately: counted, because there is a limit (lib/limits.ts). Hashed
 * with the workspace's id, so that nothing a deleted contact said stays here.
 */
export const customKeys = pgTable(
  "custom_keys",
  {
    workspace_id: ofWorkspace().notNull(),
    key: textC("key").notNull(),
    seen_at: time("seen_at").notNull().default(sql`now()`),
  },
  (t) => [primaryKey({ columns: [t.workspace_id, t.key] })],
);

/**
 * Definitions of custom fields: a key in `contacts.custom_fields`, the name that people see, the type of its values. A
 * key without a row is text. `is_noted`: created by a write and never edited, so it is removed with the last contact
 * that has it (lib/fields/forget.ts).
 */
export const fieldDefinitions = pgTable(
  "field_definitions",
  {
    workspace_id: ofWorkspace().notNull(),
    id: uuid("id").notNull(),
    key: textC("key").notNull(),
    name: text("name").notNull(),
    type: text("type").notNull().default("text"),
    /** For a choice. */
    options: text("options").array().notNull().default(sql`'{}'`),
    is_noted: boolean("is_noted").notNull().default(false),
    /** When contacts with it were last looked for, and how often contacts had been deleted by then. */
    looked_at: time("looked_at").notNull().default(sql`now()`),
    erasures: bigint("erasures", { mode: "number" }).notNull().default(0),
    /** The change set that wrote it last: an undo requires it. */
    written_by: uuid("written_by"),
    created_at: createdAt(),
  },
  (t) => [
    primaryKey({ columns: [t.workspace_id, t.id] }),
    unique("field_definitions_key").on(t.workspace_id, t.key),
    check("field_definitions_type", sql`type in ('text', 'number', 'boolean', 'date', 'choice')`),
    index("field_definitions_noted").on(t.looked_at).where(sql`is_noted`),
  ],
);

/** What a custom field was before a change set wrote it. Deleted with the set. */
export const fieldChanges = pgTable(
  "field_changes",
  {
    workspace_id: uuid("workspace_id").notNull(),
    change_id: uuid("change_id").notNull(),
    field_id: uuid("field_id").notNull(),
    kind: text("kind").notNull(),
    after: uuid("after"),
    key: textC("key"),
    name: text("name"),
    type: text("type"),
    options: text("options").array(),
    is_noted: boolean("is_noted").notNull().default(false),
    written_by: uuid("written_by"),
    created_at: time("created_at"),
  },
  (t) => [
    primaryKey({ columns: [t.workspace_id, t.change_id, t.field_id] }),
    check("field_changes_kind", sql`kind in ('created', 'changed', 'deleted')`),
    foreignKey({
      name: "field_changes_set_fk",
      columns: [t.workspace_id, t.change_id],
      foreignColumns: [changeSets.workspace_id, changeSets.id],
    }).onDelete("cascade"),
  ],
);

/** Blobs whose row is gone; the sweep deletes them until the store confirms. */
export const blobTombstones = pgTable("blob_tombstones", {
  key: text("key").primaryKey(),
  workspace_id: uuid("workspace_id").notNull(),
  created_at: createdAt(),
});

/** Mail the system sends: written in the transaction of its cause, at most one per (kind, subject). */
export const outbox = pgTable(
  "outbox",
  {
    id: uuid("id").primaryKey(),
    workspace_id: ofWorkspace(),
    kind: text("kind").notNull(),
    /** What the mail is about: an import, export or user id, or workspace and ISO week of a digest. */
    subject_key: text("subject_key").notNull(),
    recipient: text("recipient").notNull(),
    /** The mail's payload; emptied when it is settled. */
    payload: jsonb("payload").$type<Record<string, unknown>>().notNull(),
    status: text("status").notNull().default("pending"),
    attempts: integer("attempts").notNull().default(0),
    first_attempt_at: time("first_attempt_at"),
    next_attempt_at: time("next_attempt_at").notNull().default(sql`now()`),
    lease_until: time("lease_until"),
    epoch: integer("epoch").notNull().default(0),
    provider_id: text("provider_id"),
    last_error: text("last_error"),
    created_at: createdAt(),
    sent_at: time("sent_at"),
  },
  (t) => [
    unique("outbox_cause").on(t.kind, t.subject_key),
    check(
      "outbox_status",
      sql`status in ('held', 'pending', 'sending', 'sent', 'failed', 'unknown', 'dropped')`,
    ),
    index("outbox_due").on(t.next_attempt_at).where(sql`status in ('pending', 'sending')`),
    index("outbox_workspace").on(t.workspace_id, t.id),
  ],
);

/** The embedded mail service: what a Resend-compatible call stored instead of sending. */
export const inboxMails = pgTable(
  "inbox_mails",
  {
    id: uuid("id").primaryKey(),
    api_key_hash: text("api_key_hash").notNull(),
    idempotency_key: text("idempotency_key"),
    request_hash: text("request_hash").notNull(),
    sender: text("sender").notNull(),
    recipients: text("recipients").array().notNull(),
    subject: text("subject").notNull(),
    html: text("html"),
    text: text("text"),
    payload: jsonb("payload").$type<Record<string, unknown>>().notNull(),
    /** Whose mail it is, and what it is about: a contact, an import, an export or a user. Erasure goes by these. */
    workspace_id: ofWorkspace(),
    about: text("about"),
    created_at: createdAt(),
  },
  (t) => [
    unique("inbox_mails_idempotency").on(t.api_key_hash, t.idempotency_key),
    index("inbox_mails_about").on(t.workspace_id, t.about),
  ],
);

/** Statistics as last computed, shared by all processes; at most five minutes old. */
export const statsCache = pgTable("stats_cache", {
  workspace_id: ofWorkspace().primaryKey(),
  value: jsonb("value").$type<Record<string, unknown>>().notNull(),
  computed_at: time("computed_at").notNull(),
});

export const apiKeys = pgTable(
  "api_keys",
  {
    workspace_id: ofWorkspace().notNull(),
    id: uuid("id").notNull(),
    name: text("name").notNull(),
    /** SHA-256 of the key; the key itself is shown once and stored nowhere. */
    key_hash: text("key_hash").notNull().unique(),
    hint: text("hint").notNull(),
    scopes: text("scopes").array().notNull(),
    created_by: uuid("created_by").notNull(),
    created_at: createdAt(),
    expires_at: time("expires_at"),
    last_used_at: time("last_used_at"),
  },
  (t) => [primaryKey({ columns: [t.workspace_id, t.id] })],
);

/** Where a workspace's events are sent (lib/webhook-endpoints). */
export const webhookEndpoints = pgTable(
  "webhook_endpoints",
  {
    workspace_id: ofWorkspace().notNull(),
    id: uuid("id").notNull(),
    url: text("url").notNull(),
    description: text("description"),
    /** Types of events; an empty list means all. */
    events: text("events").array().notNull().default(sql`'{}'`),
    /** Whether it gets an event for each contact that an import, a batch or a bulk action writes. */
    per_contact: boolean("per_contact").notNull().default(false),
    /** AES-256-GCM, see lib/settings/secrets.ts; the previous secret signs too, for a day. */
    secret: text("secret").notNull(),
    previous_secret: text("previous_secret"),
    previous_until: time("previous_until"),
    is_enabled: boolean("is_enabled").notNull().default(true),
    /** What switched it off: `user`, or Kith's reason. */
    disabled_reason: text("disabled_reason"),
    disabled_at: time("disabled_at"),
    /** Failed attempts since the last success, since when, and how long the endpoint is paused. */
    failures: integer("failures").notNull().default(0),
    failing_since: time("failing_since"),
    paused_until: time("paused_until"),
    created_by: uuid("created_by").notNull(),
    created_at: createdAt(),
    updated_at: updatedAt(),
  },
  (t) => [
    primaryKey({ columns: [t.workspace_id, t.id] }),
    check("webhook_endpoints_reason", sql`disabled_reason in ('user', 'gone', 'failing')`),
    // Every write of contacts checks whether there are any.
    index("webhook_endpoints_enabled").on(t.workspace_id).where(sql`is_enabled`),
  ],
);

/**
 * An event for one endpoint, written by triggers in the transaction of its cause: ids and numbers. The contact is read
 * when it is sent; what was sent and answered is kept for a while, and deleted with the contact.
 */
export const webhookDeliveries = pgTable(
  "webhook_deliveries",
  {
    workspace_id: uuid("workspace_id").notNull(),
    id: uuid("id").notNull().default(sql`gen_random_uuid()`),
    endpoint_id: uuid("endpoint_id").notNull(),
    /** The same for every endpoint and every attempt: `webhook-id`. */
    event_id: uuid("event_id").notNull(),
    /**
     * Deliveries of a lane (a contact, a tag; for anything else the event itself) are sent one after the other, in
     * this order.
     */
    lane: uuid("lane").notNull(),
    seq: bigint("seq", { mode: "number" }).notNull().generatedAlwaysAsIdentity(),
    type: text("type").notNull(),
    data: jsonb("data").$type<Record<string, unknown>>().notNull(),
    is_replay: boolean("is_replay").notNull().default(false),
    status: text("status").notNull().default("pending"),
    attempts: integer("attempts").notNull().default(0),
    first_attempt_at: time("first_attempt_at"),
    next_attempt_at: time("next_attempt_at").notNull().default(sql`now()`),
    lease_until: time("lease_until"),
    epoch: integer("epoch").notNull().default(0),
    /** Of the last attempt. */
    request_body: text("request_body"),
    response_status: integer("response_status"),
    response_body: text("response_body"),
    duration_ms: integer("duration_ms"),
    last_error: text("last_error"),
    /** Its contact was deleted: bodies are no longer kept. */
    is_erased: boolean("is_erased").notNull().default(false),
    created_at: createdAt(),
    settled_at: time("settled_at"),
  },
  (t) => [
    primaryKey({ columns: [t.workspace_id, t.id] }),
    check("webhook_deliveries_status", sql`status in ('pending', 'sending', 'delivered', 'failed')`),
    foreignKey({
      name: "webhook_deliveries_endpoint_fk",
      columns: [t.workspace_id, t.endpoint_id],
      foreignColumns: [webhookEndpoints.workspace_id, webhookEndpoints.id],
    }).onDelete("cascade"),
    uniqueIndex("webhook_deliveries_event")
      .on(t.workspace_id, t.endpoint_id, t.event_id)
      .where(sql`not is_replay`),
    index("webhook_deliveries_lane").on(t.workspace_id, t.endpoint_id, t.lane, t.seq),
    index("webhook_deliveries_log").on(t.workspace_id, t.endpoint_id, t.seq),
    index("webhook_deliveries_due")
      .on(t.workspace_id, t.endpoint_id, t.seq)
      .where(sql`status in ('pending', 'sending')`),
    index("webhook_deliveries_sending").on(t.workspace_id, t.endpoint_id).where(sql`status = 'sending'`),
    index("webhook_deliveries_age").on(t.settled_at).where(sql`settled_at is not null`),
  ],
);

export const idempotencyKeys = pgTable(
  "idempotency_keys",
  {
    workspace_id: ofWorkspace().notNull(),
    operation: text("operation").notNull(),
    /** SHA-256 of the header: people put addresses into it. */
    key: text("key").notNull(),
    request_hash: text("request_hash").notNull(),
    status: integer("status"),
    headers: jsonb("headers").$type<Record<string, string>>(),
    body: jsonb("body").$type<unknown>(),
    locked_until: time("locked_until"),
    created_at: createdAt(),
  },
  (t) => [
    primaryKey({ columns: [t.workspace_id, t.operation, t.key] }),
    index("idempotency_keys_age").on(t.created_at),
    // Finds the stored answer about a contact when that is deleted.
    index("idempotency_keys_contact")
      .on(t.workspace_id, sql`(body ->> 'id')`)
      .where(sql`operation = 'createContact'`),
  ],
);

/** Exact sliding windows of the embedded limiter. Unlogged: after a crash the windows start empty. */
export const rateLimits = pgTable(
  "rate_limits",
  {
    key: text("key").primaryKey(),
    hits: time("hits").array().notNull(),
    expires_at: time("expires_at").notNull(),
  },
  (t) => [index("rate_limits_expiry").on(t.expires_at)],
);

/**
 * The security log: who did what, from where, with which outcome. Without a workspace it is about an account. Failures
 * are counted in one row per slot, so that strangers cannot fill the disk.
 */
export const auditEvents = pgTable(
  "audit_events",
  {
    id: uuid("id").primaryKey(),
    workspace_id: ofWorkspace(),
    user_id: uuid("user_id"),
    api_key_id: uuid("api_key_id"),
    action: text("action").notNull(),
    outcome: text("outcome").notNull(),
    /** The id of what was acted on. */
    target: text("target"),
    /** As the limiter counts it: an IPv4 address or an IPv6 /64. */
    address: text("address"),
    request_id: text("request_id"),
    /** Names and numbers, never values. */
    detail: jsonb("detail").$type<Record<string, unknown>>(),
    count: integer("count").notNull().default(1),
    slot: text("slot").unique(),
    created_at: createdAt(),
    last_at: time("last_at").notNull().default(sql`now()`),
  },
  (t) => [
    check("audit_events_outcome", sql`outcome in ('success', 'failure')`),
    index("audit_events_workspace").on(t.workspace_id, t.id),
    index("audit_events_user").on(t.user_id, t.id),
  ],
);
