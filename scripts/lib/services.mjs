import { readFileSync } from "node:fs";
import { join } from "node:path";
import { root } from "./project.mjs";

/**
 * The parts that a hosted service can replace, from the same list as the app's (lib/services.json): `hostedBy` is the
 * variable that switches it over, `needs` what else must be set then, `or` another service that can replace the part;
 * without the `serverless` ones a function cannot run.
 *
 * @typedef {{ hostedBy: string, needs: string[] }} Host
 * @typedef {Host & { name: string, label: string, or?: Host, serverless: boolean }} Service
 * @type {Service[]}
 */
export const SERVICES = Object.entries(JSON.parse(readFileSync(join(root, "lib/services.json"), "utf8"))).map(
  ([name, service]) => ({ name, ...service }),
);

/**
 * Every service that can replace a part.
 * @param {Pick<Service, "hostedBy" | "needs" | "or">} subject
 * @returns {Host[]}
 */
export const hostsOf = ({ hostedBy, needs, or }) => [{ hostedBy, needs }, ...(or ? [or] : [])];

/**
 * Whether that part is embedded, according to an environment. The supervisor sets DATABASE_URL for its own database,
 * too.
 * @param {Pick<Service, "name" | "hostedBy" | "needs" | "or">} subject
 * @param {import("./types.ts").Env} env
 */
export function isEmbedded(subject, env) {
  if (subject.name === "database") return env.EMBEDDED_DATABASE === "1";
  return hostsOf(subject).every(({ hostedBy }) => !env[hostedBy]?.trim());
}
