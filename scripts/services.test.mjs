import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, it } from "vitest";
import { root } from "./lib/project.mjs";
import { hostsOf, SERVICES } from "./lib/services.mjs";

const read = (/** @type {string} */ path) => readFileSync(join(root, path), "utf8");

/**
 * The services that a text does not name by label and variable in one line of a table.
 * @param {string} table
 */
function unnamed(table) {
  const lines = table.split("\n").filter((line) => line.startsWith("|"));
  /** @param {(typeof SERVICES)[number]} service */
  const isNamed = (service) =>
    hostsOf(service).every(({ hostedBy }) =>
      lines.some((line) => line.startsWith(`| ${service.label} |`) && line.includes(`\`${hostedBy}\``)),
    );
  return SERVICES.filter((service) => !isNamed(service)).map(({ name }) => name);
}

it("names every part with its variable in the README's table", () => {
  expect(unnamed(read("README.md"))).toEqual([]);
  expect(unnamed("| Database | x | `DATABASE_URL` |").length).toBe(SERVICES.length - 1);
});

it("has every variable of a part in .env.example", () => {
  const variables = SERVICES.flatMap(hostsOf).flatMap(({ hostedBy, needs }) => [hostedBy, ...needs]);
  expect(variables.filter((name) => !new RegExp(`^#?${name}=`, "m").test(read(".env.example")))).toEqual([]);
});
