import { expect } from "vitest";
import { POST as newKey } from "../../app/api/api-keys/route";
import { PATCH as patchContact } from "../../app/api/contacts/[id]/route";
import { POST as createContact } from "../../app/api/contacts/route";
import { POST as createExport } from "../../app/api/exports/route";
import { PUT as putSettings } from "../../app/api/settings/route";
import { GET as stats } from "../../app/api/stats/route";
import { PUT as putTag } from "../../app/api/tags/[id]/route";
import { POST as createTag } from "../../app/api/tags/route";
import { pg } from "../../db/client";
import { settleBackground } from "../../lib/http/background";
import { newId } from "../../lib/ids";
import { importText } from "../../lib/testing/imports";
import { newWorkspace } from "../../lib/testing/workspace";

/** A workspace with something in every table and in the store, including difficult values. */
export async function workspaceFixture() {
  const acme = await newWorkspace();
  const first = "tab\there, back\\slash, \\N, \\., zwölf 🎈";
  const body = {
    email: "ada@example.com",
    first_name: first,
    notes: "line\r\nline",
    custom_fields: { Größe: "x" },
  };
  const ada = (await acme.call(createContact, { body, headers: { "idempotency-key": "one" } })).body;
  expect(ada.id).toBeDefined();
  await importText(
    acme,
    "email,first_name,Tags\nada@example.com,Ada,VIP\nbob@example.com,Bob,VIP\nnobody,x,\n",
  );
  const { body: optedOut } = await acme.call(createContact, {
    body: { email: "out@example.com", first_name: "O" },
  });
  await acme.call(patchContact, { params: { id: optedOut.id }, body: { is_unsubscribed: true } });
  const { body: tag } = await acme.call(createTag, { body: { name: "named" } });
  await acme.call(putTag, { params: { id: tag.id }, body: { name: "renamed" } });
  await acme.call(newKey, { body: { name: "key" } });
  await acme.call(putSettings, { body: { mail_api_key: "re_workspace_1234567890" } });
  await acme.call(createExport, { body: {} });
  await acme.call(stats);
  await settleBackground();
  await plantRows(acme, ada.id);
  return { ...acme, ada };
}

/**
 * Rows that only mails, links and the sweep write.
 * @param {Awaited<ReturnType<typeof newWorkspace>>} acme
 * @param {string} contactId
 */
async function plantRows(acme, contactId) {
  const [tag, flow] = [newId(), newId()];
  await pg()`insert into tags (workspace_id, id, name) values (${acme.id}, ${tag}, 'by hand')`;
  await pg()`insert into contact_tags (workspace_id, tag_id, contact_id) values (${acme.id}, ${tag}, ${contactId})`;
  await pg()`insert into opt_out_filters (workspace_id, bits) values (${acme.id}, '\\x00ff5c0a') on conflict do nothing`;
  await pg()`insert into late_opt_outs (workspace_id, id) values (${acme.id}, ${newId()})`;
  await pg()`
    insert into distinct_contacts (workspace_id, one_id, other_id) values (${acme.id}, ${contactId}, ${newId()})`;
  const field = newId();
  await pg()`
    insert into field_definitions (workspace_id, id, key, name, type, options)
    values (${acme.id}, ${field}, 'planted', 'Planted', 'choice', ${pg().array(["a,b", 'c"d\te'])})`;
  await pg()`
    insert into field_changes (workspace_id, change_id, field_id, kind, key, name, type, options)
    select ${acme.id}, id, ${field}, 'changed', 'planted', 'before', 'text', '{}' from change_sets
    where workspace_id = ${acme.id} limit 1`;
  await pg()`
    insert into withdrawn_opt_outs (workspace_id, change_id, hash, probe)
    select ${acme.id}, id, '\\x00ff5c0a', -1 from change_sets where workspace_id = ${acme.id} limit 1`;
  await pg()`
    insert into segments (workspace_id, id, name, filter)
    values (${acme.id}, ${newId()}, 'Größe "x"', '{"search": "a\\\\tb"}')`;
  await pg()`
    insert into webhook_endpoints (workspace_id, id, url, secret, created_by, is_enabled)
    values (${acme.id}, ${newId()}, 'https://crm.invalid/', 'v1.planted', ${acme.user.id}, false)`;
  await pg()`
    insert into invitations (workspace_id, id, email, role, may_import, may_undo, may_export, may_send, token_hash,
      invited_by, expires_at)
    values (${acme.id}, ${newId()}, 'guest@example.com', 'editor', true, true, false, true, 'planted', ${acme.user.id},
      now() + interval '7 days')`;
  const bulk = newId();
  await pg()`
    insert into bulk_actions (workspace_id, id, action, fields, new_values, total)
    values (${acme.id}, ${bulk}, 'set', '{company}', '{"company": "a\\tb"}', 1)`;
  await pg()`insert into bulk_blocks (workspace_id, bulk_id, n, ids) values (${acme.id}, ${bulk}, 0, ${[contactId]})`;
  await pg()`insert into custom_keys (workspace_id, key) values (${acme.id}, 'planted') on conflict do nothing`;
  await pg()`insert into blob_tombstones (key, workspace_id) values (${`imports/${acme.id}/gone.csv`}, ${acme.id})`;
  await pg()`
    insert into import_mappings (workspace_id, fingerprint, mapping) values (${acme.id}, 'planted', '{}')`;
  await pg()`
    insert into outbox (id, workspace_id, kind, subject_key, recipient, payload)
    values (${newId()}, ${acme.id}, 'planted', ${newId()}, 'ada@example.com', '{"a": "b\\nc"}')`;
  await pg()`
    insert into inbox_mails (id, api_key_hash, request_hash, sender, recipients, subject, payload, workspace_id, about)
    values (${newId()}, 'h', 'h', 'me@example.com', ${pg().array(["ada@example.com"])}, 'Hi', '{}', ${acme.id},
      ${contactId})`;
  await pg()`insert into identity.flow_state (id, user_id, code_challenge) values (${flow}, ${acme.user.id}, 'c')`;
  await pg()`
    insert into identity.identities (id, user_id, issuer, subject)
    values (${newId()}, ${acme.user.id}, 'https://planted.example', ${newId()})`;
  const factor = newId();
  await pg()`
    insert into identity.mfa_factors (id, user_id, friendly_name, factor_type, status)
    values (${factor}, ${acme.user.id}, 'planted', 'recovery_code', 'unverified')`;
  await pg()`
    insert into identity.mfa_challenges (id, factor_id, session_id)
    select ${newId()}, ${factor}, id from identity.sessions where user_id = ${acme.user.id} limit 1`;
  await pg()`
    insert into identity.mfa_recovery_codes (id, factor_id, code_hash) values (${newId()}, ${factor}, 'h')`;
  await pg()`
    insert into identity.one_time_tokens (id, user_id, token_type, token_hash, code_hash, relates_to, purpose, flow_id)
    values (${newId()}, ${acme.user.id}, 'planted', ${newId()}, 'h', ${acme.user.email}, 'otp', ${flow})`;
  await pg()`
    insert into audit_events (id, workspace_id, action, outcome) values (${newId()}, ${acme.id}, 'planted', 'success')`;
}
