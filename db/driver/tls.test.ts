import { spawnSync } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { connect, createServer, type Socket } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createSecureContext, TLSSocket } from "node:tls";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { databaseLimits } from "@/db/client";
import { env } from "@/lib/env";
import { outcome } from "@/lib/testing/doubles/faulty-database";
import { type Served, serve } from "@/lib/testing/doubles/serve";
import { lookAtDatabase } from "../../scripts/lib/migrations.mjs";
import { boundedClient } from "./client";
import { parseTarget } from "./target.mjs";

const folder = mkdtempSync(join(tmpdir(), "kith-tls-"));
const [key, certificate] = [join(folder, "key.pem"), join(folder, "certificate.pem")];
const made = spawnSync("openssl", [
  ...["req", "-x509", "-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:prime256v1", "-nodes", "-days", "2"],
  ...[
    "-subj",
    "/CN=localhost",
    "-addext",
    "subjectAltName=DNS:localhost,IP:0.0.0.0",
    "-keyout",
    key,
    "-out",
    certificate,
  ],
]);
if (made.status !== 0) console.log("No openssl here: the tests of encrypted connections are left out.");
afterAll(() => rmSync(folder, { recursive: true }));

const target = parseTarget(env().DATABASE_URL ?? "");

/** In front of the test's database: answers the request for encryption with `answer`, and on S continues in TLS. */
function encryptingServer(answer: string): Promise<Served> {
  const context = createSecureContext({ key: readFileSync(key), cert: readFileSync(certificate) });
  const forward = (client: Socket) => {
    const server = connect(target.path ? { path: target.path } : { host: target.host, port: target.port });
    for (const socket of [client, server]) socket.on("error", () => {});
    client.pipe(server).pipe(client);
  };
  return serve(
    createServer((client) => {
      client.on("error", () => {});
      client.once("data", () => {
        client.pause();
        client.write(answer);
        if (answer === "S") forward(new TLSSocket(client, { isServer: true, secureContext: context }));
        else forward(client);
        client.resume();
      });
    }),
  );
}

describe.skipIf(made.status !== 0)("an encrypted connection", () => {
  let offering: Served;
  let refusing: Served;
  let injecting: Served;
  beforeAll(async () => {
    offering = await encryptingServer("S");
    refusing = await encryptingServer("N");
    injecting = await encryptingServer("SEVIL");
  });
  afterAll(() => Promise.all([offering, refusing, injecting].map((server) => server.close())));

  function addressOf({ port }: Served, parameters: string, host: string) {
    const login = `${encodeURIComponent(target.user ?? "")}:${encodeURIComponent(target.password ?? "")}`;
    return `postgres://${login}@${host}:${port}/${target.database}?${parameters}`;
  }

  async function connecting(server: Served, parameters: string, host = "localhost") {
    const address = addressOf(server, parameters, host);
    const client = boundedClient(address, "tls", { ...databaseLimits, max: 1 });
    const { code } = await outcome(client.pg`select repeat('x', 100000)`);
    await client.end(0);
    return code;
  }

  it("is made as sslmode says", async () => {
    expect(await connecting(offering, "sslmode=require")).toBe("fulfilled");
    expect(await connecting(offering, "sslmode=prefer")).toBe("fulfilled");
    expect(await connecting(refusing, "sslmode=prefer")).toBe("fulfilled");
    expect(await connecting(refusing, "sslmode=require")).toBe("CONNECTION_REFUSED");
  });

  it("is made to a trusted server only, where its identity is to be verified", async () => {
    expect(await connecting(offering, `sslmode=verify-full&${trusting}`)).toBe("fulfilled");
    expect(await connecting(offering, "sslmode=verify-full")).toBe("CONNECTION_REFUSED");
    expect(await connecting(offering, `sslmode=verify-full&${trusting}`, "127.0.0.1")).toBe(
      "CONNECTION_REFUSED",
    );
    expect(await connecting(offering, `sslmode=verify-ca&${trusting}`, "127.0.0.1")).toBe("fulfilled");
  });

  // An address of this machine, but not one of its names: another host, as far as the rules go.
  const elsewhere = "0.0.0.0";
  const trusting = `sslrootcert=${encodeURIComponent(certificate)}`;

  it.each(["", "sslmode=verify-full", "sslmode=require", "sslmode=prefer", "sslmode=allow"])(
    "is never made in plain text to another host that says it has no TLS: %s",
    async (parameters) => {
      expect(await connecting(refusing, parameters, elsewhere)).toBe("CONNECTION_REFUSED");
      await expect(lookAtDatabase(addressOf(refusing, parameters, elsewhere))).rejects.toThrow(
        /over TLS \(it offers no TLS\).*sslmode=disable/,
      );
    },
  );

  it("is verified to another host, unless sslmode asks for less", async () => {
    for (const [parameters, code] of [
      ["", "CONNECTION_REFUSED"],
      [trusting, "fulfilled"],
      [`sslrootcert=${encodeURIComponent(readFileSync(certificate, "utf8"))}`, "fulfilled"],
      ["sslmode=require", "fulfilled"],
      ["sslmode=prefer", "fulfilled"],
    ] as const) {
      expect([parameters, await connecting(offering, parameters, elsewhere)]).toEqual([parameters, code]);
    }
  });

  it("keeps to the same rules in scripts, which say what mends it", async () => {
    const looking = (parameters: string, host: string) =>
      lookAtDatabase(addressOf(offering, parameters, host));
    await expect(looking("", elsewhere)).rejects.toThrow(/CERT.*sslrootcert=/);
    await expect(looking(`sslmode=verify-full&${trusting}`, "127.0.0.1")).rejects.toThrow(/ALTNAME_INVALID/);
    expect(await looking(trusting, elsewhere)).toMatchObject({ pending: [] });
    expect(await looking("sslmode=require&pgbouncer=true", elsewhere)).toMatchObject({ pending: [] });
    expect(await looking("sslmode=prefer", "localhost")).toMatchObject({ pending: [] });
  });

  it("is refused when something was slipped in before the handshake", async () => {
    expect(await connecting(injecting, "sslmode=require")).toBe("CONNECTION_REFUSED");
  });
});
