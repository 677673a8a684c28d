import { readdir, readFile } from "node:fs/promises";
import { join } from "node:path";
import { Writable } from "node:stream";
import { pg } from "@/db/client";
import { env } from "@/lib/env";
import { divertLog } from "@/lib/log";

/** Everything that is logged from now on. */
export function captureLog(): string[] {
  const lines: string[] = [];
  const sink = new Writable({
    write(chunk, _encoding, done) {
      lines.push(String(chunk));
      done();
    },
  });
  divertLog(sink);
  return lines;
}

/**
 * Every place where a word is stored or was logged: rows of any of our tables (text, JSON, arrays, and bytes as hex),
 * files of the data folder, lines of the log. Case does not matter. The tables are taken from the catalogue, so a new
 * one is searched automatically. Temporary tables of other connections cannot be read; every commit empties them.
 */
export async function placesOf(word: string, logged: string[]): Promise<string[]> {
  return [...(await tablesWith(word)), ...(await filesWith(word)), ...linesWith(word, logged)];
}

async function tablesWith(word: string): Promise<string[]> {
  const tables = await pg()<{ name: string }[]>`
    select c.oid::regclass::text as name
    from pg_class c join pg_namespace n on n.oid = c.relnamespace
    where c.relkind in ('r', 'p', 'm') and n.nspname not in ('pg_catalog', 'information_schema', 'pg_toast')
      and c.relpersistence <> 't'
    order by 1`;
  const forms = [word, Buffer.from(word).toString("hex"), Buffer.from(word).toString("base64").slice(0, -3)];
  const patterns = JSON.stringify(forms.map((form) => `%${form}%`));
  const found: string[] = [];
  for (const { name } of tables) {
    const rows = await pg().unsafe<{ row: string }[]>(
      `select left(t::text, 300) as row from ${name} t
       where t::text ilike any (array(select jsonb_array_elements_text($1::jsonb)))`,
      [patterns],
    );
    found.push(...rows.map(({ row }) => `table ${name}: ${row}`));
  }
  return found;
}

async function filesWith(word: string): Promise<string[]> {
  const folder = env().DATA_DIR;
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  const found: string[] = [];
  for (const entry of entries.filter((one) => one.isFile())) {
    const path = join(entry.parentPath, entry.name);
    const text = `${path}\n${await readFile(path, "latin1")}`.toLowerCase();
    if (text.includes(word.toLowerCase())) found.push(`file ${path}`);
  }
  return found;
}

function linesWith(word: string, logged: string[]): string[] {
  return logged
    .filter((line) => line.toLowerCase().includes(word.toLowerCase()))
    .map((line) => `log ${line}`);
}
