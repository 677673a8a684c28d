import { describe, expect, it } from "vitest";
import { parseTarget } from "./target.mjs";

const verified = expect.objectContaining({ rejectUnauthorized: true });

describe("a database address", () => {
  it.each([
    [
      "postgres://u:p%40ss@db.example:6000/app",
      { host: "db.example", port: 6000, user: "u", password: "p@ss", database: "app" },
    ],
    ["postgresql://db.example/app", { host: "db.example", port: 5432, user: undefined, database: "app" }],
    ["postgres://[::1]:7/app", { host: "::1", port: 7, tls: "never" }],
    ["postgres://u@/app?host=/run/pg&port=7", { path: "/run/pg/.s.PGSQL.7", user: "u", tls: "never" }],
    ["postgres://u@localhost/app?host=%2Frun%2Fpg", { path: "/run/pg/.s.PGSQL.5432" }],
    ["postgres:///app?host=/run/pg", { path: "/run/pg/.s.PGSQL.5432", database: "app" }],
    ["postgres:///app?host=/run/pg&sslmode=require", { tls: "never" }], // no TLS on sockets, as in libpq
    ["postgres://127.0.0.1/app", { tls: "never", pooled: false }],
    ["postgres://127.9.9.9/app", { tls: "never" }],
    ["postgres://LocalHost/app?sslmode=", { tls: "never" }],
    ["postgres://localhost/app?sslmode=prefer", { tls: "if offered" }],
    ["postgres://localhost/app?sslmode=verify-full", { tls: verified }],
    ["postgres://localhost/app?sslrootcert=system", { tls: verified }],
    ["postgres://db.example/app", { tls: verified }],
    ["postgres://db.example/app?sslmode=", { tls: verified }],
    ["postgres://db.example/app?ssl=true", { tls: verified }],
    ["postgres://localhost/app?host=db.example", { tls: verified }],
    ["postgres://localhost.example/app", { tls: verified }],
    ["postgres://127.0.0.1.example/app", { tls: verified }],
    ["postgres://10.0.0.5/app", { tls: verified }],
    ["postgres://[fe80::1]/app", { tls: verified }],
    ["postgres://db.example/app?sslmode=prefer", { tls: { rejectUnauthorized: false } }],
    ["postgres://db.example/app?sslmode=allow", { tls: { rejectUnauthorized: false } }],
    ["postgres://db.example/app?sslmode=prefer&sslrootcert=system", { tls: verified }],
    ["postgres://db.example/app?sslmode=disable", { tls: "never" }],
    [
      "postgres://db.example/app?sslmode=require&channel_binding=require",
      { tls: { rejectUnauthorized: false } },
    ],
    ["postgres://db.example/app?sslmode=verify-full", { tls: verified }],
    [
      "postgres://db.example/app?sslmode=verify-ca",
      { tls: expect.objectContaining({ checkServerIdentity: expect.any(Function) }) },
    ],
    ["postgres://db.example/app?sslrootcert=system&sslmode=require", { tls: verified }],
    ["postgres://aws-0-eu.pooler.supabase.example:6543/postgres", { pooled: true }],
    ["postgres://ep-cool-name-pooler.eu.neon.example/app?sslmode=require", { pooled: true }],
    ["postgres://db.example/app?pgbouncer=true&connection_limit=1", { pooled: true }],
  ])("%s", (address, expected) => {
    expect(parseTarget(address)).toMatchObject(expected);
  });

  it.each(["require ", "Disable", "verify_full", "no-verify"])("is refused with sslmode=%s", (mode) => {
    const address = `postgres://u:secret@db.example/app?sslmode=${encodeURIComponent(mode)}`;
    expect(() => parseTarget(address)).toThrow(/^DATABASE_URL has an sslmode that is none of disable, allow/);
  });

  it("is refused without being repeated when it is none", () => {
    for (const address of ["secret", "mysql://u:secret@h/d", "postgres://u:secret@:x/d"]) {
      expect(() => parseTarget(address)).toThrow(/^DATABASE_URL is not a postgres:\/\/ address$/);
    }
  });
});
