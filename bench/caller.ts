import { spawnSync } from "node:child_process";

export type Answer = { status: number; body: unknown };
export type Caller = (path: string, body?: FormData | object) => Promise<Answer>;

/** A running product: where its code, its data and its server are. */
export interface Place {
  folder: string;
  dataDir: string;
  url: string;
  node: string;
}

let calls = 0;

/** A different one for each call, like those of many colleagues, so that no limit interferes. */
export function anotherAddress(): string {
  calls++;
  return `10.${(calls >> 16) & 255}.${(calls >> 8) & 255}.${calls & 255}`;
}

/** The access token of a user, who gets an account and a workspace if needed. */
export function tokenOf({ folder, dataDir, node }: Place, email: string): string {
  const { stdout, stderr } = spawnSync(node, ["scripts/token.mjs", email], {
    cwd: folder,
    env: { ...process.env, DATA_DIR: dataDir },
    encoding: "utf8",
  });
  const token = stdout.trim();
  if (!token) throw new Error(stderr);
  return token;
}

/** A user with a workspace, who calls the API. */
export function callerOf(place: Place, email: string): Caller {
  const token = tokenOf(place, email);
  const { url } = place;
  return async (path, body) => {
    const isForm = body instanceof FormData;
    const headers: Record<string, string> = {
      authorization: `Bearer ${token}`,
      "x-forwarded-for": anotherAddress(),
      ...(body && !isForm && { "content-type": "application/json" }),
    };
    const sent = isForm ? body : body && JSON.stringify(body);
    const method = body ? "POST" : "GET";
    const response = await fetch(`${url}${path}`, { method, headers, ...(sent && { body: sent }) });
    const text = await response.text();
    const isJson = response.headers.get("content-type")?.startsWith("application/json");
    return { status: response.status, body: isJson && text ? JSON.parse(text) : null };
  };
}
