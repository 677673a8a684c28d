import { only } from "../lib/database-client.mjs";
import { Failure } from "../lib/failure.mjs";
import { inOneForm } from "./catalogue.mjs";
import { onConnection } from "./connection.mjs";
import { createWhole } from "./whole-file.mjs";
import { requireWorkspace } from "./workspace.mjs";

/** @import { Statements } from "../lib/types.ts" */

/**
 * Whether a value of a JSON column is the address. Exactly: a longer one is somebody else's.
 * @param {string} column
 */
const says = (column) =>
  `jsonb_path_exists(${column}, '$.** ? (@ == $email)', jsonb_build_object('email', $2))`;

/**
 * Whether a text contains the address, alone or among others; a longer one is somebody else's.
 * @param {string} text
 */
const names = (text) =>
  `${text} ~ ('(^|[^a-z0-9_''+.-])' || regexp_replace($2, '([.+^$*?{}|\\-])', '\\\\\\1', 'g') || '($|[^a-z0-9.-]|[.-]($|[^a-z0-9]))')`;

/**
 * Which rows of a workspace are about a person: `$1` is the workspace, `$2` the normalised address, `$3` the contact's
 * id (null when there is none). A test holds the two lists against TABLES.
 * @type {Record<string, string>}
 */
export const ABOUT_PERSON = {
  "public.contacts": "workspace_id = $1 and id = $3",
  "public.contact_tags": "workspace_id = $1 and contact_id = $3",
  "public.tags":
    "workspace_id = $1 and id in (select tag_id from contact_tags where workspace_id = $1 and contact_id = $3)",
  "public.segments": `workspace_id = $1 and (${names("lower(filter::text)")} or ${names("lower(name)")})`,
  "public.import_changes": "workspace_id = $1 and contact_id = $3",
  "public.imports": `workspace_id = $1 and id in (
    select import_id from contacts where workspace_id = $1 and id = $3
    union select written_by from contacts where workspace_id = $1 and id = $3
    union select import_id from import_changes where workspace_id = $1 and contact_id = $3)`,
  "public.contact_changes": "workspace_id = $1 and ($3 in (contact_id, merged_into) or email = $2)",
  "public.change_sets": `workspace_id = $1 and id in (
    select change_id from contact_changes where workspace_id = $1 and ($3 in (contact_id, merged_into) or email = $2))`,
  "public.import_errors": `workspace_id = $1 and exists (
    select from jsonb_array_elements_text(cells) cell where ${names("lower(cell)")})`,
  "public.outbox": `workspace_id = $1 and (
    lower(recipient) = $2 or subject_key = $3::text or ${says("payload")})`,
  "public.inbox_mails": `workspace_id = $1 and (about = $3::text or exists (
    select from unnest(recipients) one where lower(one) = $2 or right(lower(one), length($2) + 2) = '<' || $2 || '>'))`,
  "public.idempotency_keys": `workspace_id = $1 and (body ->> 'id' = $3::text or ${says("body")})`,
  "public.audit_events": `workspace_id = $1 and (
    target = $3::text or user_id in (select user_id from memberships where workspace_id = $1 and lower(email) = $2))`,
  "public.memberships": "workspace_id = $1 and lower(email) = $2",
  "public.invitations": "workspace_id = $1 and email = $2",
};

/** Tables of a workspace that are about nobody among its contacts. */
export const ABOUT_NOBODY = {
  "public.workspaces": "the workspace itself",
  "public.settings": "of the workspace",
  "public.workspace_counts": "numbers",
  "public.tag_counts": "numbers",
  "public.contact_hours": "numbers",
  "public.opt_out_keys": "a key of the workspace",
  "public.opt_outs": "hashes; whether the address is among them is told as opted_out",
  "public.withdrawn_opt_outs": "hashes of opt-outs that were taken back",
  "public.opt_out_filters": "bits of hashes",
  "public.late_opt_outs": "when opt-outs were remembered",
  "public.tag_changes": "names and colours of tags, ids of contacts",
  "public.field_definitions": "names and types of fields",
  "public.field_changes": "names and types of fields",
  "public.distinct_contacts": "ids of contacts",
  "public.bulk_actions": "what was done to how many, ids of contacts",
  "public.bulk_blocks": "ids of contacts",
  "public.import_mappings": "names of columns",
  "public.exports": "files of many, which go with each of them",
  "public.custom_keys": "hashes of names of fields",
  "public.blob_tombstones": "names of files",
  "public.stats_cache": "numbers",
  "public.api_keys": "of the workspace",
  "public.webhook_endpoints": "of the workspace",
};

/**
 * Writes everything that a workspace knows about one person (GDPR, articles 15 and 20) as one JSON file, from one
 * snapshot: whole rows by table. Returns how many of which. Throws a Failure when there is nothing.
 * @param {{ url: string, file: string, workspaceId: string, email: string }} options
 */
export async function backupPerson({ url, file, workspaceId, email }) {
  const address = email.trim().toLowerCase();
  const about = await onConnection(url, (connection) =>
    connection.begin("isolation level repeatable read read only", (tx) =>
      readPerson(tx, workspaceId, address),
    ),
  );
  const counts = Object.entries(about.tables).map(([name, rows]) => `${rows.length} ${name.split(".")[1]}`);
  if (counts.length === 0 && !about.opted_out)
    throw new Failure(`Nothing about ${address} is stored in workspace ${workspaceId}.`);
  await createWhole(file, (handle) => handle.writeFile(`${JSON.stringify(about, null, 2)}\n`));
  return counts;
}

/**
 * @param {Statements} tx
 * @param {string} workspaceId
 * @param {string} address
 */
async function readPerson(tx, workspaceId, address) {
  await inOneForm(tx);
  await requireWorkspace(tx, workspaceId);
  const [contact] =
    await tx`select id from contacts where workspace_id = ${workspaceId} and email = ${address}`;
  const { opted_out } = only(await tx`select is_opted_out(${workspaceId}, ${address}) as opted_out`);
  /** @type {Record<string, unknown[]>} */
  const tables = {};
  for (const [name, condition] of Object.entries(ABOUT_PERSON)) {
    // The parameters are given their types first: not every condition uses all of them.
    const rows = await tx.unsafe(
      `with given as (select $1::uuid as a, $2::text as b, $3::uuid as c)
       select (to_jsonb(t) - 'search_doc')::text as row from ${name} t, given where ${condition}`,
      [workspaceId, address, contact?.id ?? null],
    );
    if (rows.length > 0) tables[name] = rows.map(({ row }) => JSON.parse(row));
  }
  return { workspace: workspaceId, email: address, createdAt: new Date().toISOString(), opted_out, tables };
}
