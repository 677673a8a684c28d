import { decryptSecret } from "../../lib/settings/secrets.ts";

/** @import { Statements } from "./types.ts" */

/** Where keys are stored, and whose they are: what `npm run rotate-keys` re-encrypts, but for those of sessions. */
const PLACES = [
  { table: "settings", owner: "workspace_id", column: "mail_api_key" },
  { table: "webhook_endpoints", owner: "workspace_id", column: "secret" },
  { table: "identity.signing_keys", owner: "kid", column: "private_jwk" },
  { table: "identity.mfa_factors", owner: "id", column: "secret" },
];

/**
 * How many keys are stored, and how many of them the ring of ENCRYPTION_KEYS cannot read. An older schema lacks places.
 * @param {Statements} pg
 * @returns {Promise<{ stored: number, unreadable: number }>}
 */
export async function lookAtKeys(pg) {
  const result = { stored: 0, unreadable: 0 };
  for (const { table, owner, column } of PLACES) {
    const [place] = await pg`
      select from pg_attribute where attrelid = to_regclass(${table}) and attname = ${column}`;
    if (!place) continue;
    const rows = await pg`
      select ${pg(owner)}::text as owner, ${pg(column)} as key from ${pg(table)} where ${pg(column)} is not null`;
    result.stored += rows.length;
    for (const row of rows) {
      // Those of older versions are plain text until the next start.
      const isSealed = /^v\d+\./.test(row.key);
      if (isSealed && decryptSecret({ owner: row.owner, column: `${table}.${column}` }, row.key) === null)
        result.unreadable++;
    }
  }
  return result;
}
