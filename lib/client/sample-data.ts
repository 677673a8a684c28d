import { callApi } from "./api";
import type { ImportUndo } from "./api-types";
import type { ImportRecord } from "./imports";
import { customField, SKIP } from "./mapping";
import { uploadImport } from "./upload";

/** Sample data is an ordinary import of this file, so that its undo removes exactly what it created. */
const SAMPLE_FILE = "kith-sample-data.csv";
/** Every sample contact has it. */
const SAMPLE_TAG = "Sample";
const WAIT_MS = 1000;
const TRIES = 60;

/** Whether an import is of the sample data, and not of a file of the user's. */
export function isSample({ filename }: Pick<ImportRecord, "filename">): boolean {
  return filename === SAMPLE_FILE;
}

/** The import of the sample data, if it still exists. */
export function findSampleImport(records: ImportRecord[]): ImportRecord | undefined {
  return records.find(
    ({ filename, status, undo_status }) =>
      filename === SAMPLE_FILE && status === "completed" && undo_status === null,
  );
}

/** Imports the sample file with the suggested mapping. Resolves when it is done. */
export async function loadSampleData(embeddedFiles: boolean): Promise<ImportRecord> {
  const response = await fetch(`/${SAMPLE_FILE}`);
  const file = new File([await response.blob()], SAMPLE_FILE, { type: "text/csv" });
  const options = { embeddedFiles, signal: new AbortController().signal, onProgress: () => undefined };
  const preview = await uploadImport(file, options);
  // The city, which fits no field, becomes a custom field: sample data shows those too.
  const columnMapping = Object.fromEntries(
    preview.suggestions.map(({ header, field }) => [header, field === SKIP ? customField(header) : field]),
  );
  await callApi("POST /imports/{id}/confirm", {
    path: { id: preview.importId },
    query: { notify: "false" },
    body: { columnMapping },
  });
  return settled(preview.importId, ({ status }) => status !== "processing");
}

/** Undoes the sample import, and deletes its record and tag. */
export async function removeSampleData(id: string): Promise<Pick<ImportUndo, "removed" | "kept">> {
  const path = { id };
  await callApi("POST /imports/{id}/undo", { path });
  const { undo_result } = await settled(id, ({ undo_status }) => undo_status === "completed");
  await callApi("DELETE /imports/{id}", { path });
  const { data } = await callApi("GET /tags");
  const tag = data.find(({ name, contact_count }) => name === SAMPLE_TAG && contact_count === 0);
  if (tag) await callApi("DELETE /tags/{id}", { path: { id: tag.id } });
  return { removed: undo_result?.removed ?? 0, kept: undo_result?.kept ?? 0 };
}

async function settled(id: string, done: (record: ImportRecord) => boolean): Promise<ImportRecord> {
  for (let attempt = 0; ; attempt++) {
    const record = await callApi("GET /imports/{id}", { path: { id } });
    if (done(record) || attempt === TRIES) return record;
    await new Promise((resolve) => setTimeout(resolve, WAIT_MS));
  }
}
