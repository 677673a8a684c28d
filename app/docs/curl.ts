import { isObject, type Json, objectAt, textAt } from "./json";

/** What the examples upload. */
const FILE = "people.csv";
const SECRETS = { bearer: "TOKEN", cron: "CRON_SECRET", webhook: "WEBHOOK_SECRET" };

/** A call of an operation of the document, as it can be pasted into a shell that has its variables. */
interface Called {
  method: string;
  path: string;
  caller: "public" | keyof typeof SECRETS;
  parameters: { name: string }[];
  content: Json;
}

/** One call for each form of the body. JSON next to other forms is for clients other than a shell. */
export function curlsOf(called: Called, baseUrl: string): string[] {
  const forms = Object.entries(called.content);
  if (forms.length === 0) return [curl(called, baseUrl, [])];
  return forms
    .filter(([media]) => forms.length === 1 || media !== "application/json")
    .map(([media, form]) => curl(called, baseUrl, sent(media, form), media.startsWith("text/")));
}

function curl({ method, path, caller, parameters }: Called, baseUrl: string, body: string[], isRaw = false) {
  const verb = method === "GET" || (method === "POST" && body.length > 0) ? "" : `-X ${method} `;
  const query = isRaw && parameters.some(({ name }) => name === "filename") ? `?filename=${FILE}` : "";
  const lines = [`curl -fsS ${verb}"${baseUrl}${path.replace(/([^/]+)\/\{\w+\}/g, variable)}${query}"`];
  if (caller !== "public") lines.push(`  -H "Authorization: Bearer $${SECRETS[caller]}"`);
  return [...lines, ...body].join(" \\\n");
}

/** `contacts/{id}` → `contacts/$CONTACT_ID`. */
function variable(_: string, resource: string): string {
  return `${resource}/$${resource.replace(/ies$/, "y").replace(/s$/, "").replaceAll("-", "_").toUpperCase()}_ID`;
}

function sent(media: string, form: unknown): string[] {
  if (media === "multipart/form-data") {
    const parts = Object.entries(objectAt(objectAt(form, "schema"), "properties"));
    return parts
      .filter(([, part]) => textAt(part, "format") === "binary")
      .map(([name]) => `  -F ${name}=@${FILE}`);
  }
  if (media !== "application/json") return [`  -H "Content-Type: ${media}"`, `  --data-binary @${FILE}`];
  const example = isObject(form) ? JSON.stringify(form.example) : "";
  return [`  -H "Content-Type: application/json"`, `  -d '${example.replaceAll("'", "'\\''")}'`];
}
