import { type Call, urlOf } from "./call";

export function curl(call: Call): string {
  const { method, secret } = call;
  const body = bodyOf(call);
  const verb = method === "GET" || (method === "POST" && body.length > 0) ? "" : `-X ${method} `;
  const lines = [`curl -fsS ${verb}"${urlOf(call, (variable) => `$${variable}`)}"`];
  if (secret) lines.push(`  -H "Authorization: Bearer $${secret}"`);
  return [...lines, ...body].join(" \\\n");
}

function bodyOf({ body }: Call): string[] {
  if (!body) return [];
  if ("json" in body) {
    const text = JSON.stringify(body.json).replaceAll("'", "'\\''");
    return [`  -H "Content-Type: application/json"`, `  -d '${text}'`];
  }
  const { file, media, field } = body;
  if (field) return [`  -F ${field}=@${file}`];
  return [`  -H "Content-Type: ${media}"`, `  --data-binary @${file}`];
}
