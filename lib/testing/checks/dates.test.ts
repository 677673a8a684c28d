import { expect, it } from "vitest";
import { newWorkspace } from "@/lib/testing/workspace";
import { endpoint, endpoints, json, type Sent, send } from "./operations";

const NO_DAYS = ["2026-02-30", "2026-02-30T00:00:00Z", "2025-02-29T23:00:00+02:00", "2026-04-31T10:00:00.5Z"];

const parameters = endpoints.flatMap((one) =>
  (one.described.parameters ?? [])
    .filter(({ schema, in: place }) => place === "query" && schema.format === "date-time")
    .map(({ name }) => [one.id, name] as const),
);

async function refuses(id: string, name: string, sent: (value: string) => Sent) {
  const { token } = await newWorkspace("dates");
  const { handler, method } = endpoint(id);
  for (const value of NO_DAYS) {
    const { headers, ...rest } = sent(value);
    const got = await send(handler, {
      ...rest,
      method,
      headers: { ...headers, authorization: `Bearer ${token}` },
    });
    const path = got.json?.details?.[0]?.path.at(-1);
    expect.soft([value, got.status, got.json?.code, path]).toEqual([value, 400, "VALIDATION_ERROR", name]);
  }
}

it("there are parameters with dates", () => expect(parameters.length).toBeGreaterThan(5));

it.each(parameters)("%s refuses days that do not exist as %s", async (id, name) => {
  await refuses(id, name, (value) => ({ query: { [name]: value } }));
});

it.each([
  ["createSegment", (filter: object) => ({ name: "Then", filter })],
  ["bulkChangeContacts", (filter: object) => ({ action: "delete", filter })],
  ["createExport", (filter: object) => filter],
] as const)("%s refuses them in its filter", async (id, bodyOf) => {
  await refuses(id, "created_since", (value) => json(bodyOf({ created_since: value })));
});

it("createApiKey refuses them", async () => {
  await refuses("createApiKey", "expires_at", (value) =>
    json({ name: "k", scopes: ["read"], expires_at: value.replace(/^\d{4}/, "2093") }),
  );
});
