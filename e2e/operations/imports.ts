import Papa from "papaparse";
import { expectedModel, MAPPING, type PeopleOptions, peopleCsv } from "@/lib/testing/fixtures/people";
import { type App, expect } from "./platform";
import type { User } from "./user";

/** The whole generated address list that measurements use. */
export function peopleFile(rows: number, options: PeopleOptions = {}): string {
  return Buffer.concat([...peopleCsv(rows, options)]).toString();
}

/** Uploads a file, to be confirmed; returns the import's id. */
export async function upload(user: User, app: Pick<App, "url">, file: string): Promise<string> {
  const headers = { "content-type": "text/csv" };
  const { status, body } = await user.ask(app, "POST", "/api/imports?filename=people.csv", file, headers);
  expect(status, JSON.stringify(body)).toBe(201);
  return body.importId;
}

/** Uploads a file and starts its import, by default as the address list needs it; returns its path. */
export async function startImport(
  user: User,
  app: Pick<App, "url">,
  file: string,
  columnMapping: Record<string, string> = MAPPING,
): Promise<string> {
  const path = `/api/imports/${await upload(user, app, file)}`;
  const { status, body } = await user.ask(app, "POST", `${path}/confirm`, { columnMapping });
  expect(status, JSON.stringify(body)).toBe(202);
  return path;
}

/** Imports a file to the end; returns the import's final state. */
export async function completeImport(
  user: User,
  app: Pick<App, "url">,
  file: string,
  columnMapping?: Record<string, string>,
) {
  const path = await startImport(user, app, file, columnMapping);
  const record = async () => (await user.ask(app, "GET", path)).body;
  await expect.poll(async () => (await record()).status, { timeout: 60_000 }).toBe("completed");
  return record();
}

/** Counters that an import of the list into an empty workspace must end with. */
export function expectedCounters(rows: number, options: PeopleOptions = {}) {
  const { created, updated, failed } = expectedModel(rows, options);
  const counters = { created_rows: created, updated_rows: updated, failed_rows: failed, skipped_rows: 0 };
  return { status: "completed", total_rows: rows, processed_rows: rows, ...counters };
}

/** The rows that an export must have after it, as `exportedRows` returns them. */
export function expectedRows(rows: number, options: PeopleOptions = {}): string[] {
  const { contacts } = expectedModel(rows, options);
  const lines = [...contacts].map(([email, { custom_fields, ...fields }]) => {
    const { first_name, last_name, phone, company, notes } = fields;
    const names = {
      email,
      first_name,
      last_name: last_name ?? "",
      phone: phone ?? "",
      company: company ?? "",
    };
    const rest = { notes: notes ?? "", external_id: "", tags: "", is_unsubscribed: "false" };
    const custom = {
      "custom_fields.city": custom_fields?.city ?? "",
      "custom_fields.plan": custom_fields?.plan ?? "",
    };
    return JSON.stringify({ ...names, ...rest, ...custom });
  });
  return lines.sort();
}

/** Exports the contacts of a filter; returns the export's path when it is completed. */
export async function completeExport(user: User, app: Pick<App, "url">, filter = {}): Promise<string> {
  const started = await user.ask(app, "POST", "/api/exports", filter);
  expect(started.status, JSON.stringify(started.body)).toBe(202);
  const path = `/api/exports/${started.body.exportId}`;
  const status = async () => (await user.ask(app, "GET", path)).body.status;
  await expect.poll(status, { timeout: 120_000 }).toBe("completed");
  return path;
}

/** The rows of an exported file without their times, in a fixed order. */
export function rowsOf(file: string): string[] {
  const { data } = Papa.parse<Record<string, string>>(file, { header: true, skipEmptyLines: true });
  return data.map(({ created_at: _, updated_at: __, ...row }) => JSON.stringify(row)).sort();
}

/** Exports the whole workspace and returns the rows of the file. */
export async function exportedRows(user: User, app: Pick<App, "url">): Promise<string[]> {
  const path = await completeExport(user, app);
  return rowsOf((await user.ask(app, "GET", `${path}/download`)).body);
}

/** The differences between two lists, at most five of each: a whole list would not help a reader. */
export function differences(found: string[], wanted: string[]) {
  const without = (from: string[], other: Set<string>) => from.filter((line) => !other.has(line)).slice(0, 5);
  const surplus = without(found, new Set(wanted));
  return { lengths: found.length - wanted.length, surplus, missing: without(wanted, new Set(found)) };
}

export const NO_DIFFERENCE = { lengths: 0, surplus: [], missing: [] };
