import { randomInt } from "node:crypto";
import { expect, it } from "vitest";
import { pg } from "@/db/client";
import { keyOf } from "@/lib/testing/mcp";
import { newWorkspace } from "@/lib/testing/workspace";
import { POST } from "./route";

it.each(["x-forwarded-for", "x-real-ip"])(
  "counts a tool's call for the client that %s names",
  async (name) => {
    const acme = await newWorkspace();
    const address = `10.${randomInt(256)}.${randomInt(256)}.${randomInt(256)}`;
    const message = { jsonrpc: "2.0", id: 1, method: "tools/call", params: { name: "listTags" } };
    const headers = {
      authorization: `Bearer ${await keyOf(acme)}`,
      "content-type": "application/json",
      [name]: address,
    };
    const answer = await POST(
      new Request("http://localhost:3000/mcp", { method: "POST", headers, body: JSON.stringify(message) }),
    );
    expect((await answer.json()).result).toMatchObject({ isError: false });
    const rows =
      await pg()`select cardinality(hits) as n from rate_limits where key = ${`global:${address}`}`;
    expect(rows).toEqual([{ n: 2 }]);
  },
);
