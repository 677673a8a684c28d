import { connectionsNeeded, processCount } from "./concurrency.mjs";
import { memoryMb } from "./heap.mjs";

/**
 * For durable data. About a sixteenth of the memory for the cache: an import gains little above 512 MB and an idle app
 * needs none. Connections for every process of the app.
 */
export function durableSettings() {
  const cacheMb = Math.round(Math.min(512, Math.max(128, memoryMb() / 16)));
  const connections = connectionsNeeded(process.env, processCount(process.env));
  return {
    shared_buffers: `${cacheMb}MB`,
    max_wal_size: "2GB",
    max_connections: Math.max(100, connections),
  };
}

/** A crash loses everything, and nothing waits for the disk. */
export function temporarySettings() {
  return {
    shared_buffers: "128MB",
    max_connections: 300,
    fsync: "off",
    synchronous_commit: "off",
    full_page_writes: "off",
    max_wal_size: "1GB",
    autovacuum_naptime: "5min",
  };
}

/**
 * Error details and statements' values stay out of the log, because they contain personal data. The write-ahead log is
 * not compressed: the only method of this build costs an import that changes every row a seventh of its time.
 */
export const commonSettings = {
  listen_addresses: "127.0.0.1",
  timezone: "UTC",
  log_timezone: "UTC",
  log_error_verbosity: "terse",
  log_min_error_statement: "panic",
  jit: "off",
  random_page_cost: "1.1",
  work_mem: "16MB",
  maintenance_work_mem: "128MB",
};
