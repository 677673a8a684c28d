import type { TransactionSql } from "postgres";
import { IMPORTED_FIELDS } from "@/lib/contacts/fields";
import { storedJson } from "@/lib/jsonb";
import { findSources } from "./engine/batches";
import { type Batch, formerOf, type LoadedImport } from "./engine/plan";
import { hasIds } from "./rows/encode";

/** A contact as it would be created or changed. */
export interface Sample {
  /** The data row that would create it. */
  row: number | null;
  /** Its line, or that of the row that changes it. */
  line: number | null;
  email: string;
  /** The file has no name: the first name is taken from the address. */
  invented_name: boolean;
  before: Record<string, unknown> | null;
  after: Record<string, unknown>;
}

interface Place {
  isNew: boolean;
  row: number;
  line: number | null;
  isNamed: boolean;
}

/**
 * The first contacts that a dry run creates, and the first it changes. Which ones, and by which rows, is recorded
 * batch by batch; their values are read at the end, as all batches leave them.
 */
export class Samples {
  readonly #job: LoadedImport;
  /** At most this many of each kind. */
  readonly #limit: number;
  readonly #places = new Map<string, Place>();
  #lastChange = "0";

  constructor(job: LoadedImport, limit: number) {
    this.#job = job;
    this.#limit = limit;
  }

  /** Records what the batch merged last has created and changed. */
  async collect(tx: TransactionSql, batch: Batch): Promise<void> {
    const found = [...(await this.#created(tx, batch)), ...(await this.#changed(tx))];
    if (found.length === 0) return;
    const former = formerOf(batch);
    const rows = new Map(
      found.map(({ email }) => [email, batch.lines.emails.indexOf(former.get(email) ?? email)]),
    );
    const numbers = new Set([...rows.values()].map((index) => batch.lines.numbers[index] ?? 0));
    const sources = await findSources(this.#job, batch, numbers);
    const lines = new Map(sources.map(({ row, line }) => [row, line]));
    for (const { email, isNew } of found) {
      const index = rows.get(email) ?? -1;
      const row = batch.lines.numbers[index] ?? 0;
      this.#places.set(email, {
        isNew,
        row,
        line: lines.get(row) ?? null,
        isNamed: this.#names(batch, index),
      });
    }
  }

  #names({ lines }: Batch, index: number): boolean {
    const at = this.#job.plan.columns.text.indexOf("first_name");
    return index >= 0 && lines.read(index).text[at] !== null;
  }

  #room(isNew: boolean): number {
    return this.#limit - [...this.#places.values()].filter((place) => place.isNew === isNew).length;
  }

  async #created(tx: TransactionSql, { start, end }: Batch) {
    const room = this.#room(true);
    if (room === 0) return [];
    const { workspaceId, importId } = this.#job.plan;
    const rows = await tx<{ email: string }[]>`
      select email from pg_temp.contacts
      where workspace_id = ${workspaceId} and import_id = ${importId}
        and import_row >= ${start?.row ?? 1} and import_row < ${end.row}
      order by import_row limit ${room}`;
    return rows.map(({ email }) => ({ email, isNew: true }));
  }

  async #changed(tx: TransactionSql) {
    const room = this.#room(false);
    if (room === 0) return [];
    const { workspaceId } = this.#job.plan;
    const rows = await tx<{ email: string; seq: string }[]>`
      select c.email, j.seq::text as seq from pg_temp.import_changes j
      join pg_temp.contacts c on c.workspace_id = ${workspaceId} and c.id = j.contact_id
      where j.workspace_id = ${workspaceId} and j.added_tags is null and j.seq > ${this.#lastChange}
      order by j.seq limit ${room}`;
    this.#lastChange = rows.at(-1)?.seq ?? this.#lastChange;
    return rows.map(({ email }) => ({ email, isNew: false }));
  }

  /** The contacts as they were and as they are now, changed ones first. */
  async read(tx: TransactionSql): Promise<Sample[]> {
    const { workspaceId, importId, columns } = this.#job.plan;
    const shown = hasIds(columns) ? ["email", ...SHOWN] : SHOWN;
    const rows = await tx.unsafe<{ email: string; before: string | null; after: string }[]>(
      `select c.email, ${image("j", shown, "and not (t.id = any(coalesce(j.tags, '{}')))")}::text as before,
         ${image("c", shown)}::text as after
       from pg_temp.contacts c
       left join lateral (
         select distinct on (contact_id) i.*, (
           select array_agg(tag) from pg_temp.import_changes a cross join unnest(a.added_tags) as tag
           where a.workspace_id = $1 and a.contact_id = c.id) as tags
         from pg_temp.import_changes i
         where i.workspace_id = $1 and i.contact_id = c.id and c.import_id is distinct from $2
         order by contact_id, seq
       ) j on true
       where c.workspace_id = $1 and c.email = any($3)`,
      [workspaceId, importId, [...this.#places.keys()]],
    );
    const samples = rows.map(({ email, before, after }) => this.#sample(email, before, after));
    return samples.sort((a, b) => Number(a.row !== null) - Number(b.row !== null) || lineOf(a) - lineOf(b));
  }

  #sample(email: string, before: string | null, after: string): Sample {
    const place = this.#places.get(email);
    const values = storedJson<Sample["after"]>(after);
    const was = place?.isNew ? null : storedJson<Sample["before"]>(before ?? "null");
    if (was?.email === values.email || !was) {
      delete values.email;
      delete was?.email;
    }
    return {
      row: place?.isNew ? place.row : null,
      line: place?.line ?? null,
      email,
      invented_name: place?.isNew === true && !place.isNamed && email.startsWith(String(values.first_name)),
      before: was,
      after: values,
    };
  }
}

function lineOf({ line }: Sample): number {
  return line ?? Number.MAX_SAFE_INTEGER;
}

const SHOWN = [...IMPORTED_FIELDS, "is_unsubscribed", "custom_fields"];

/** SQL for the values of a contact in table `c`, or of its entry `j` in the journal, with the names of its tags. */
function image(table: "c" | "j", shown: readonly string[], onlyTags = ""): string {
  const values = shown.map((name) => `'${name}', ${table}.${name}`);
  values.push(`'tags', (
    select coalesce(array_agg(t.name order by t.name_key), '{}') from pg_temp.contact_tags ct
    join pg_temp.tags t on t.workspace_id = ct.workspace_id and t.id = ct.tag_id
    where ct.workspace_id = c.workspace_id and ct.contact_id = c.id ${onlyTags})`);
  return `case when ${table}.workspace_id is not null then jsonb_build_object(${values.join(", ")}) end`;
}
