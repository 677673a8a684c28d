import { pg } from "@/db/client";
import { isSealed, type KeyColumn, seal, unseal } from "./sealed";

const BATCH = 500;

/** The number of keys re-encrypted, and of those the ring cannot read. */
interface Sealing {
  rotated: number;
  unreadable: number;
}

/** The columns with keys: how their rows are identified, and the prefix of the first name. */
const COLUMNS = [
  { column: "identity.signing_keys.private_jwk", id: "kid", first: "" },
  {
    column: "identity.sessions.refresh_token_hmac_key",
    id: "id",
    first: "00000000-0000-0000-0000-000000000000",
  },
  { column: "identity.mfa_factors.secret", id: "id", first: "00000000-0000-0000-0000-000000000000" },
] as const satisfies { column: KeyColumn; id: string; first: string }[];

/**
 * Encrypts all keys of the provider with the first key of the ring: at start those of older versions, which are stored
 * in plain text; in the rotation command all others. A row that changes meanwhile is skipped.
 */
export async function sealStoredKeys(): Promise<Sealing> {
  const result = { rotated: 0, unreadable: 0 };
  for (const one of COLUMNS) await sealColumn(one, result);
  return result;
}

async function sealColumn({ column, id, first }: (typeof COLUMNS)[number], result: Sealing): Promise<void> {
  const [schema, table, name = ""] = column.split(".");
  const [rows, rowId, key] = [pg()(`${schema}.${table}`), pg()(id), pg()(name)];
  let after: string = first;
  for (let full = true; full; ) {
    const batch = await pg()<{ id: string; key: string }[]>`
      select ${rowId} as id, ${key} as key from ${rows}
      where ${rowId} > ${after} and ${key} is not null order by ${rowId} limit ${BATCH}`;
    for (const row of batch) {
      const sealed = sealedAnew(column, row.id, row.key, result);
      if (!sealed) continue;
      const written = await pg()`
        update ${rows} set ${key} = ${sealed} where ${rowId} = ${row.id} and ${key} = ${row.key}`;
      result.rotated += written.count;
    }
    after = batch.at(-1)?.id ?? after;
    full = batch.length === BATCH;
  }
}

/** Undefined if there is nothing to do, or nothing can be done. */
function sealedAnew(column: KeyColumn, id: string, stored: string, result: Sealing): string | undefined {
  if (isSealed(stored)) return undefined;
  const key = unseal(column, id, stored);
  if (key !== null) return seal(column, id, key);
  result.unreadable++;
  return undefined;
}
