import { type ChildProcess, execFileSync, spawn, spawnSync } from "node:child_process";
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { type IncomingMessage, request as plain } from "node:http";
import { request as secure } from "node:https";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { freePort } from "../../scripts/lib/ports.mjs";
import { root } from "../../scripts/lib/project.mjs";
import { expect } from "./platform";

/** A web server in front of the product, with its configuration from deploy/. */
export interface Gateway {
  url: string;
  /** Temporary files with request bodies. */
  buffered(): string[];
  stop(): Promise<void>;
}

interface Program {
  /** Its own check of the configuration; empty if it finds nothing. */
  check(folder: string): string;
  command(folder: string): [string, ...string[]];
  /** The file of deploy/ for this address, and the other files it needs. */
  configure(folder: string, port: number, target: string): Promise<string>;
}

export const isInstalled = (name: string) => !spawnSync(name, ["-h"]).error;

const read = (name: string) => readFileSync(join(root, "deploy", name), "utf8");

/** The text with one place in it changed; throws if the place is missing. */
function changed(text: string, from: string | RegExp, to: string): string {
  const result = text.replaceAll(from, to);
  if (result === text) throw new Error(`not there: ${from}`);
  return result;
}

export const PROGRAMS: Record<"nginx" | "caddy", Program> = {
  nginx: {
    check: (folder) =>
      said("nginx", "-t", "-c", join(folder, "main.conf")).replace(
        /^.*(?:syntax is ok|is successful)\n/gm,
        "",
      ),
    command: (folder) => ["nginx", "-c", join(folder, "main.conf")],
    async configure(folder, port, target) {
      const [certificate, key] = [join(folder, "certificate.pem"), join(folder, "key.pem")];
      const days = ["-x509", "-nodes", "-days", "2", "-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:P-256"];
      execFileSync(
        "openssl",
        ["req", ...days, "-subj", "/CN=localhost", "-keyout", key, "-out", certificate],
        { stdio: "pipe" },
      );
      let site = changed(read("nginx.conf"), "127.0.0.1:3000", target);
      site = changed(site, /^.*\[::\]:.*\n/gm, "");
      site = changed(site, "listen 443", `listen 127.0.0.1:${port}`);
      site = changed(site, "listen 80", `listen 127.0.0.1:${await freePort()}`);
      site = changed(site, /ssl_certificate \S+/g, `ssl_certificate ${certificate};`);
      site = changed(site, /ssl_certificate_key \S+/g, `ssl_certificate_key ${key};`);
      writeFileSync(join(folder, "site.conf"), site);
      const temporary = ["client_body", "proxy", "fastcgi", "uwsgi", "scgi"].map(
        (name) => `${name}_temp_path ${folder}/bodies/${name};`,
      );
      const user = process.getuid?.() === 0 ? "user root;" : "";
      const http = `access_log off; ${temporary.join(" ")} include ${folder}/site.conf;`;
      writeFileSync(
        join(folder, "main.conf"),
        `${user} daemon off; pid ${folder}/pid; error_log stderr;\nevents {}\nhttp { ${http} }\n`,
      );
      return `https://127.0.0.1:${port}`;
    },
  },
  caddy: {
    check: (folder) => {
      const lines = said(
        "caddy",
        "validate",
        "--adapter",
        "caddyfile",
        "--config",
        join(folder, "Caddyfile"),
      ).split("\n");
      return lines.filter((line) => /"level":"(?:warn|error)"|^Error/.test(line)).join("\n");
    },
    command: (folder) => ["caddy", "run", "--adapter", "caddyfile", "--config", join(folder, "Caddyfile")],
    async configure(folder, port, target) {
      const site = changed(
        changed(read("Caddyfile"), "127.0.0.1:3000", target),
        /^kith\.example\.com \{/gm,
        `http://127.0.0.1:${port} {`,
      );
      writeFileSync(
        join(folder, "Caddyfile"),
        `{\n\tadmin off\n\tlog {\n\t\tformat json\n\t\tlevel WARN\n\t}\n}\n${site}`,
      );
      return `http://127.0.0.1:${port}`;
    },
  },
};

function said(command: string, ...args: string[]): string {
  const { stdout, stderr } = spawnSync(command, args, { encoding: "utf8" });
  return `${stdout}${stderr}`;
}

/** Starts a proxy in front of the product, after its own check of the configuration found nothing. */
export async function startProxy(program: Program, address: string): Promise<Gateway> {
  const folder = mkdtempSync(join(tmpdir(), "kith-proxy-"));
  mkdirSync(join(folder, "bodies"));
  const target = `127.0.0.1:${new URL(address).port}`;
  const url = await program.configure(folder, await freePort(), target);
  expect(program.check(folder)).toBe("");
  const [command, ...args] = program.command(folder);
  const env = { ...process.env, HOME: folder, XDG_DATA_HOME: folder, XDG_CONFIG_HOME: folder };
  const child = spawn(command, args, { env, stdio: "ignore" });
  const answers = () =>
    ask(url, "GET", "/api/health").then(
      ({ status }) => status,
      () => 0,
    );
  await expect.poll(answers, { timeout: 20_000 }).toBe(200);
  return {
    url,
    buffered: () =>
      readdirSync(join(folder, "bodies"), { recursive: true, encoding: "utf8" }).filter((name) =>
        /\d/.test(name),
      ),
    stop: () => end(child, folder),
  };
}

async function end(child: ChildProcess, folder: string): Promise<void> {
  const gone = new Promise((resolve) => child.once("exit", resolve));
  child.kill("SIGTERM");
  await gone;
  rmSync(folder, { recursive: true, force: true });
}

interface Reply {
  status: number;
  text: string;
}

type Headers = Record<string, string>;
type Body = (to: NodeJS.WritableStream) => void | Promise<void>;

/** Sends a request through a proxy with a self-signed certificate; `body` writes and ends it. */
export function open(
  url: string,
  method: string,
  path: string,
  headers: Headers = {},
  body: Body = (to) => void to.end(),
): Promise<IncomingMessage> {
  const to = new URL(path, url);
  const send = to.protocol === "https:" ? secure : plain;
  return new Promise((resolve, reject) => {
    const sent = send(to, { method, headers, rejectUnauthorized: false, agent: false }, resolve);
    sent.once("error", reject);
    Promise.resolve(body(sent)).catch(reject);
  });
}

export async function ask(
  url: string,
  method: string,
  path: string,
  headers?: Headers,
  body?: Body,
): Promise<Reply> {
  const answer = await open(url, method, path, headers, body);
  const text = (await answer.setEncoding("utf8").toArray()).join("");
  return { status: answer.statusCode ?? 0, text };
}
