import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { validate } from "dockerfile-utils";
import { describe, expect, it } from "vitest";
import { parseAllDocuments, parseDocument } from "yaml";
import { root } from "./lib/project.mjs";

const read = (/** @type {string} */ path) => readFileSync(join(root, path), "utf8");
const dockerfile = read("Dockerfile");
const known = new Set([...read(".env.example").matchAll(/^#?([A-Z][A-Z0-9_]+)=/gm)].map(([, name]) => name));

/** The linter's findings for a Dockerfile. @param {string} text */
const lint = (text) => validate(text).map(({ message }) => message);

/** The value of the last instruction of that name. @param {string} name @param {string} text */
const last = (name, text = dockerfile) => [...text.matchAll(new RegExp(`^${name} (.*)$`, "gm"))].at(-1)?.[1];

/** Names of variables that nothing reads. @param {Iterable<string>} names */
const unknown = (names) => [...names].filter((name) => !known.has(name));

/**
 * Privileges that a container may have and ours does not need.
 * @param {{ securityContext?: Record<string, unknown> }} pod
 * @param {{ securityContext?: Record<string, unknown> }} container
 */
function liberties(pod, container) {
  const { securityContext: all = {} } = pod;
  const { securityContext: own = {} } = container;
  const wanted = /** @type {const} */ ([
    ["runAsNonRoot", all.runAsNonRoot, true],
    ["runAsUser", all.runAsUser, Number(last("USER")?.split(":")[0])],
    ["readOnlyRootFilesystem", own.readOnlyRootFilesystem, true],
    ["allowPrivilegeEscalation", own.allowPrivilegeEscalation, false],
    ["capabilities", JSON.stringify(own.capabilities), JSON.stringify({ drop: ["ALL"] })],
  ]);
  return wanted.filter(([, is, shall]) => is !== shall).map(([name]) => name);
}

describe("the Dockerfile", () => {
  it("has no finding of the linter, which finds some where there are any", () => {
    expect(lint(dockerfile)).toEqual([]);
    expect(
      lint(dockerfile.replace("WORKDIR /app", "WORKDIR app").replace(/^CMD/m, "CDM")).length,
    ).toBeGreaterThan(0);
  });

  it("starts the supervisor as an ordinary user, with a health check, from files that the image has", () => {
    expect(last("USER")).toMatch(/^[1-9]\d*:[1-9]\d*$/);
    expect(dockerfile.match(/^FROM /gm)).toHaveLength(2);
    const programs = [...dockerfile.matchAll(/CMD \["node", "([^"]+)"\]/g)].map(([, path = ""]) => path);
    expect(programs).toEqual(["scripts/health.mjs", "scripts/start.mjs"]);
    expect(programs.filter((path) => !existsSync(join(root, path)))).toEqual([]);
    expect(read("package.json")).toContain('"image": ');
    expect(unknown([...(last("ENV") ?? "").matchAll(/(\w+)=/g)].map(([, name = ""]) => name))).toEqual([]);
  });

  it("is given no secret, no data and no history to copy", () => {
    const ignored = read(".dockerignore").split("\n");
    for (const name of [".env", ".env.*", ".git", ".data", ".next", "**/node_modules"])
      expect(ignored).toContain(name);
    // Files outside the repository are not in the image, except those that the build generates.
    const local = read(".gitignore")
      .split("\n")
      .filter(Boolean)
      .map((line) => line.replace(/\/$/, ""));
    const made = new Set(["next-env.d.ts", "*.tsbuildinfo", "node_modules", ".env.local"]);
    expect(local.filter((name) => !made.has(name) && !ignored.includes(name))).toEqual([]);
  });
});

describe("compose.yaml", () => {
  const text = read("compose.yaml");
  const { services } = parseDocument(text, { strict: true }).toJS();

  it("is YAML without errors, with every variable one that is read", () => {
    expect(parseDocument(text).errors).toEqual([]);
    expect(parseDocument("a: [1\nb: 2").errors.length).toBeGreaterThan(0);
    expect(unknown(Object.keys(services.kith.environment))).toEqual([]);
    expect(unknown(["APP_URL", "APP_URI"])).toEqual(["APP_URI"]);
  });

  it("lets the app write its volume alone, opens it to this machine alone, and has no password of its own", () => {
    const { kith, database } = services;
    expect(kith).toMatchObject({
      read_only: true,
      cap_drop: ["ALL"],
      security_opt: ["no-new-privileges:true"],
    });
    expect(kith.volumes).toEqual([`data:${last("VOLUME")}`]);
    expect(kith.ports).toEqual([`127.0.0.1:${last("EXPOSE")}:${last("EXPOSE")}`]);
    expect(kith.depends_on.database.condition).toBe("service_healthy");
    expect(kith.environment.DATABASE_URL).toMatch(
      /^postgres:\/\/kith:\$\{POSTGRES_PASSWORD:\?[^}]+\}@database\//,
    );
    expect(database.environment.POSTGRES_PASSWORD).toMatch(/^\$\{POSTGRES_PASSWORD:\?/);
    expect(database.ports).toBeUndefined();
  });
});

describe("kubernetes.yaml", () => {
  const documents = parseAllDocuments(read("deploy/kubernetes.yaml"), { strict: true });
  const objects = documents.map((document) => ("toJS" in document ? document.toJS() : null));
  const of = (/** @type {string} */ kind) => objects.find((one) => one.kind === kind);
  const { template, selector, volumeClaimTemplates } = of("StatefulSet").spec;
  const [container] = template.spec.containers;

  it("is YAML without errors whose objects fit together", () => {
    expect(documents.flatMap((document) => ("errors" in document ? document.errors : []))).toEqual([]);
    expect(objects.map(({ kind }) => kind)).toEqual(["ConfigMap", "Service", "StatefulSet", "Ingress"]);
    expect(template.metadata.labels).toEqual(selector.matchLabels);
    expect(of("Service").spec.selector).toEqual(selector.matchLabels);
    expect(unknown(Object.keys(of("ConfigMap").data))).toEqual([]);
    const claims = volumeClaimTemplates.map(
      (/** @type {{ metadata: { name: string } }} */ one) => one.metadata.name,
    );
    const volumes = template.spec.volumes.map((/** @type {{ name: string }} */ { name }) => name);
    const mounts = container.volumeMounts.map((/** @type {{ name: string }} */ { name }) => name);
    expect(mounts.toSorted()).toEqual([...claims, ...volumes].toSorted());
    expect(container.volumeMounts).toContainEqual({ name: "data", mountPath: last("VOLUME") });
    expect(container.ports).toEqual([{ name: "http", containerPort: Number(last("EXPOSE")) }]);
  });

  it("asks for health where it is answered", () => {
    for (const probe of ["startupProbe", "livenessProbe", "readinessProbe"])
      expect(existsSync(join(root, "app", container[probe].httpGet.path, "route.ts")), probe).toBe(true);
  });

  it("takes from the container what it does not need", () => {
    expect(liberties(template.spec, container)).toEqual([]);
    expect(template.spec.automountServiceAccountToken).toBe(false);
    const planted = { securityContext: { ...container.securityContext, readOnlyRootFilesystem: false } };
    expect(liberties(template.spec, planted)).toEqual(["readOnlyRootFilesystem"]);
  });
});
