import { codeOf, messageOf } from "./failure.mjs";

/**
 * Why a database cannot be used, by SQLSTATE or code of the driver.
 * @type {Record<string, string>}
 */
const WORDS = {
  25006: "it is read-only; it may be a standby, or its provider found its disk full",
  28000: "it does not let this user in",
  "28P01": "it does not know this user with this password",
  "3D000": "the server has no database of this name",
  "3F000": "there is no schema of its search_path",
  42710: "it has objects of another application; Kith needs a database of its own",
  42723: "it has functions of another application; Kith needs a database of its own",
  "42P07": "it has tables of another application; Kith needs a database of its own",
  53300: "it has no connection left",
  "57P03": "it is starting up or shutting down",
  CONNECTION_REFUSED: "no database answers there",
  CONNECTION_TIMEOUT: "it does not answer",
  ECONNREFUSED: "no database answers there",
  ENOTFOUND: "there is no host of this name",
};

/**
 * The code of an error of a database, and what it means; without a code its message.
 * @param {unknown} error
 */
export function whyUnusable(error) {
  const code = codeOf(error);
  if (!code) return messageOf(error);
  return WORDS[code] ? `${code}: ${WORDS[code]}` : code;
}
