import type { QueryClient, QueryKey } from "@tanstack/react-query";
import type { JobProgress } from "./api-types";

/** Where the jobs of a kind are shown. */
const SHOWN: Record<JobProgress["kind"], QueryKey[]> = {
  import: [
    ["imports", "list"],
    ["imports", "one"],
  ],
  export: [["exports"]],
  bulk_action: [["bulk-actions"]],
  change: [["changes", "list"]],
};

/**
 * Shows a job's progress wherever it is cached as running. A job that has ended meanwhile stays ended, and what is to be
 * fetched again still is.
 */
export function showProgress(queries: QueryClient, { kind, id, fields }: JobProgress): void {
  const isIt = (value: object) => Reflect.get(value, "id") === id && isRunning(value);
  for (const queryKey of SHOWN[kind]) {
    for (const query of queries.getQueryCache().findAll({ queryKey })) {
      const next = patched(query.state.data, isIt, fields);
      if (next !== query.state.data) query.setState({ data: next });
    }
  }
}

function isRunning(job: object): boolean {
  const [status, undo] = [Reflect.get(job, "status"), Reflect.get(job, "undo_status")];
  return status === "processing" || undo === "processing" || (status === "pending" && "blob_bytes" in job);
}

/**
 * A record, a page of records, or pages of them, with the fields of one record replaced; unchanged when it is not
 * among them.
 */
function patched(value: unknown, isIt: (value: object) => boolean, fields: object): unknown {
  if (typeof value !== "object" || value === null) return value;
  if (isIt(value)) return { ...value, ...fields };
  const [name] = ["pages", "data"].filter((one) => Array.isArray(Reflect.get(value, one)));
  if (!name) return value;
  const before: unknown[] = Reflect.get(value, name);
  const after = before.map((one) => patched(one, isIt, fields));
  return after.every((one, at) => one === before[at]) ? value : { ...value, [name]: after };
}
