import { readFileSync } from "node:fs";
import { join } from "node:path";
import { root } from "./project.mjs";

/**
 * The parts that a hosted service can replace, from the same list as the app's (lib/services.json): `hostedBy` is the
 * variable that switches it over, `needs` what else must be set then; without the `serverless` ones a function cannot run.
 *
 * @typedef {{ name: string, label: string, hostedBy: string, needs: string[], serverless: boolean }} Service
 * @type {Service[]}
 */
export const SERVICES = Object.entries(JSON.parse(readFileSync(join(root, "lib/services.json"), "utf8"))).map(
  ([name, service]) => ({ name, ...service }),
);

/**
 * Whether that part runs here, in an environment. The supervisor sets DATABASE_URL for its own database, too.
 * @param {Pick<Service, "name" | "hostedBy">} subject
 * @param {import("./types.ts").Env} env
 */
export function isEmbedded({ name, hostedBy }, env) {
  return name === "database" ? env.EMBEDDED_DATABASE === "1" : !env[hostedBy]?.trim();
}
