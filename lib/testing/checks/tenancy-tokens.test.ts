import { describe, expect, it } from "vitest";
import { newId } from "@/lib/ids";
import { newWorkspace } from "@/lib/testing/workspace";
import { type Endpoint, endpoints, json, send } from "./operations";
import { badTokens } from "./tokens";

/** Public in the document, but with a secret of their own. */
const GUARDED = ["receiveWebhook", "continueJobs", "sweep", "sendWeeklyDigest"];
const PUBLIC = ["getHealth", "getReadiness", "getOpenApi"];

const isGuarded = ({ id, path }: Endpoint) => GUARDED.includes(id) || path.startsWith("/api/cron/");
const victim = await newWorkspace("victim");
const headers = await badTokens(victim.id);

/** Asks with an input that would be accepted, so that only the token can be the reason of a refusal. */
function ask(one: Endpoint, authorization: string | null) {
  const params = Object.fromEntries(
    [...one.path.matchAll(/\{([^}]+)\}/g)].map(([, name = ""]) => [name, newId()]),
  );
  const hasBody = one.operation.example !== undefined;
  const body = hasBody ? json(one.operation.example) : {};
  return send(one.handler, {
    method: one.method,
    params,
    ...body,
    headers: { ...body.headers, ...(authorization !== null && { authorization }) },
  });
}

const protectedOnes = endpoints.filter((one) => one.isProtected || isGuarded(one));

describe(`${Object.keys(headers).length} bad tokens`, () => {
  it("are tried on every operation that is not public", () => {
    const others = endpoints.filter((one) => !protectedOnes.includes(one)).map((one) => one.id);
    expect(others.sort()).toEqual([...PUBLIC].sort());
    expect(protectedOnes.length * Object.keys(headers).length).toBeGreaterThan(184);
  });

  it.each(protectedOnes.map((one) => [one.id, one] as const))(
    "%s refuses them all with 401",
    async (_, one) => {
      const wrong: string[] = [];
      for (const [name, value] of Object.entries(headers)) {
        const { status, json: body, text } = await ask(one, value);
        const isRefusal = status === 401 && body?.code === "UNAUTHORIZED" && typeof body.message === "string";
        if (!isRefusal || text.includes(victim.id)) wrong.push(`${name}: ${status} ${text.slice(0, 200)}`);
      }
      expect(wrong).toEqual([]);
    },
  );

  it("a good token is none of them", async () => {
    for (const one of endpoints.filter((one) => one.isProtected)) {
      expect((await ask(one, `Bearer ${victim.token}`)).status, one.id).not.toBe(401);
    }
  });

  it("cookies never count: a request with the session in its cookie alone is refused", async () => {
    const cookie = `kith-auth=${encodeURIComponent(JSON.stringify({ access_token: victim.token }))}`;
    for (const one of endpoints.filter((one) => one.isProtected)) {
      const { status, headers } = await send(one.handler, {
        method: one.method,
        headers: { cookie, origin: "https://evil.example" },
      });
      expect([status, headers.get("access-control-allow-origin")], one.id).toEqual([401, null]);
    }
  });
});
