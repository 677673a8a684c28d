import { describe, expect, it } from "vitest";
import { z } from "zod";
import type { RouteHandler } from "@/lib/http/operation";
import { route } from "@/lib/http/route";
import { identifyUser } from "@/lib/identity/authenticate";
import { newId } from "@/lib/ids";
import { newWorkspace } from "@/lib/testing/workspace";
import { recordFigure } from "@/scripts/reliability/record.mjs";
import { type Endpoint, endpoint, endpoints, json, send } from "./operations";
import { badTokens } from "./tokens";

const PUBLIC = ["getHealth", "getReadiness", "getOpenApi"];

const victim = await newWorkspace("victim");
const badHeaders = await badTokens(victim.id);

/** Calls with an input that would be accepted, so that only the token can be the reason for a refusal. */
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

/** One cell is one bad token at one operation. */
const tried = { cells: 0, accepted: 0 };

/** The bad tokens which an operation answers with anything but the documented refusal. */
async function accepted(one: Endpoint): Promise<string[]> {
  const wrong: string[] = [];
  for (const [name, value] of Object.entries(badHeaders)) {
    const { status, json: body, text } = await ask(one, value);
    const isRefusal = status === 401 && body?.code === "UNAUTHORIZED" && typeof body.message === "string";
    if (!isRefusal || text.includes(victim.id)) wrong.push(`${name}: ${status} ${text.slice(0, 200)}`);
  }
  return wrong;
}

const protectedOnes = endpoints.filter(({ auth }) => auth !== "public");

describe(`${Object.keys(badHeaders).length} bad tokens`, () => {
  it("are tried on every operation that is not public", () => {
    const others = endpoints.filter((one) => !protectedOnes.includes(one)).map((one) => one.id);
    expect(others.sort()).toEqual([...PUBLIC].sort());
    expect(protectedOnes.length * Object.keys(badHeaders).length).toBeGreaterThan(184);
  });

  it.each(protectedOnes.map((one) => [one.id, one] as const))(
    "%s refuses them all with 401",
    async (_, one) => {
      const wrong = await accepted(one);
      tried.cells += Object.keys(badHeaders).length;
      tried.accepted += wrong.length;
      expect(wrong).toEqual([]);
    },
  );

  it("this check catches a handler that forgets the token, and one that believes the metadata", async () => {
    const planted = (handler: RouteHandler): Endpoint => ({ ...endpoint("listTags"), handler });
    const open = route({
      operationId: "planted",
      summary: "Planted",
      tag: "tags",
      auth: "public",
      response: { 200: z.unknown() },
      handler: async () => ({ data: [] }),
    });
    expect(await accepted(planted(open))).toHaveLength(Object.keys(badHeaders).length);
    const credulous: RouteHandler = async (request) => {
      const user = await identifyUser(request.headers.get("authorization")).catch(() => null);
      const found = user?.userMetadata.workspace_id === victim.id;
      return Response.json(found ? {} : { code: "UNAUTHORIZED", message: "no" }, {
        status: found ? 200 : 401,
      });
    };
    expect(await accepted(planted(credulous))).toEqual([expect.stringContaining("another workspace")]);
  });

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
    recordFigure("tokens", {
      size: {
        operations: protectedOnes.length,
        "bad tokens": Object.keys(badHeaders).length,
        cells: tried.cells,
      },
      measured: { "let in": tried.accepted },
    });
  });
});
