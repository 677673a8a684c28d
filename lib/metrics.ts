import { env } from "./env";

/**
 * The metrics of GET /metrics, by name: type and meaning. Labels never name a workspace or a person, and each has few
 * values, so that neither the scrape nor its storage grows with the users.
 */
export const FAMILIES = {
  kith_requests_total: ["counter", "Answered API requests by operation and status."],
  kith_request_duration_seconds: ["histogram", "Time until the answer to an API request began."],
  kith_limiter_refusals_total: ["counter", "Requests refused by a rate limit."],
  kith_import_rows_total: ["counter", "Rows that imports committed, failed ones included."],
  kith_lease_takeovers_total: [
    "counter",
    "Claims of a job whose last worker left it without a checkpoint: it died, or failed.",
  ],
  kith_event_loop_delay_seconds: ["histogram", "Longest delay of the event loop in each second."],
  kith_database_connections_in_use: ["gauge", "Connections that work holds, by pool."],
  kith_database_connections_open: ["gauge", "Connections to the database, by pool."],
  kith_database_waiting: ["gauge", "Work that waits for a connection, by pool."],
  kith_process_resident_bytes: ["gauge", "Memory of the process."],
  kith_process_heap_bytes: ["gauge", "Used heap of the process."],
  kith_database_up: ["gauge", "1 when the database answered this scrape; without it, ages are missing."],
  kith_jobs_waiting: ["gauge", "Jobs with work to do that no worker has, by kind."],
  kith_job_wait_seconds: ["gauge", "How long the oldest of them is waiting; 0: none. Not of undos."],
  kith_mail_wait_seconds: ["gauge", "How long the oldest mail that is due is waiting; 0: none."],
  kith_webhook_wait_seconds: ["gauge", "How long the oldest webhook that is due is waiting; 0: none."],
  kith_backup_overdue_seconds: [
    "gauge",
    "How long a backup of BACKUP_SCHEDULE is overdue; 0: none is. Missing without a schedule.",
  ],
} as const satisfies Record<string, readonly ["counter" | "gauge" | "histogram", string]>;
export type Family = keyof typeof FAMILIES;

/** A line of the scrape: its name, its labels as text, its value. */
export type Sample = [name: string, labels: string, value: number];

const BUCKETS_S = [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30];

interface Histogram {
  /** Observations per bucket, the last one without a bound. */
  counts: number[];
  sum: number;
}
interface Recorded {
  counters: Map<Family, Map<string, number>>;
  histograms: Map<Family, Map<string, Histogram>>;
}

const holder = globalThis as typeof globalThis & { kithMetrics?: Recorded };

function recorded(): Recorded {
  holder.kithMetrics ??= { counters: new Map(), histograms: new Map() };
  return holder.kithMetrics;
}

/** Without a token nobody can read them, so nothing is kept. */
export const isMeasured = () => env().METRICS_TOKEN !== undefined;

/** Adds to a counter of this process. `labels` as in the scrape: `operation="listContacts"`. */
export function count(family: Family, labels: string, by = 1): void {
  if (!isMeasured()) return;
  const series = seriesOf(recorded().counters, family);
  series.set(labels, (series.get(labels) ?? 0) + by);
}

/** Adds a duration to a histogram of this process. */
export function observe(family: Family, labels: string, seconds: number): void {
  if (!isMeasured()) return;
  const series = seriesOf(recorded().histograms, family);
  let histogram = series.get(labels);
  if (!histogram) {
    histogram = { counts: new Array(BUCKETS_S.length + 1).fill(0), sum: 0 };
    series.set(labels, histogram);
  }
  const at = BUCKETS_S.findIndex((bound) => seconds <= bound);
  const bucket = at < 0 ? BUCKETS_S.length : at;
  histogram.counts[bucket] = (histogram.counts[bucket] ?? 0) + 1;
  histogram.sum += seconds;
}

function seriesOf<T>(families: Map<Family, Map<string, T>>, family: Family): Map<string, T> {
  const series = families.get(family) ?? new Map<string, T>();
  families.set(family, series);
  return series;
}

/** Everything that this process counted. */
export function countedSamples(): Sample[] {
  const { counters, histograms } = recorded();
  return [
    ...[...counters].flatMap(([family, series]) =>
      [...series].map(([labels, value]): Sample => [family, labels, value]),
    ),
    ...[...histograms].flatMap(([family, series]) =>
      [...series].flatMap(([labels, histogram]) => histogramSamples(family, labels, histogram)),
    ),
  ];
}

function histogramSamples(family: Family, labels: string, { counts, sum }: Histogram): Sample[] {
  let below = 0;
  const buckets = counts.map((count, at): Sample => {
    below += count;
    return [`${family}_bucket`, joined(labels, `le="${BUCKETS_S[at] ?? "+Inf"}"`), below];
  });
  return [...buckets, [`${family}_sum`, labels, sum], [`${family}_count`, labels, below]];
}

export function joined(...labels: string[]): string {
  return labels.filter(Boolean).join(",");
}
