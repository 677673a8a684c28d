import type { Call } from "@/components/docs/snippets";
import { isObject, type Json, objectAt, textAt } from "./json";

/** The file that the examples upload. */
const FILE = "people.csv";
const SECRETS = { bearer: "TOKEN", cron: "CRON_SECRET", webhook: "WEBHOOK_SECRET", public: null };

/** The parts of an operation in the document that its calls need. */
interface Called {
  method: string;
  path: string;
  caller: keyof typeof SECRETS;
  parameters: { name: string }[];
  content: Json;
  responses: Json;
}

/** One call for each form of the body. JSON next to other forms is for other clients. */
export function callsOf(
  { method, path, caller, parameters, content, responses }: Called,
  baseUrl: string,
): Call[] {
  const call: Call = {
    ...{ method, baseUrl, path, body: null },
    variables: Object.fromEntries([...path.matchAll(/([^/]+)\/\{(\w+)\}/g)].map(variable)),
    secret: SECRETS[caller],
    answers: answersOf(responses),
  };
  const forms = Object.entries(content);
  if (forms.length === 0) return [call];
  return forms
    .filter(([media]) => forms.length === 1 || media !== "application/json")
    .flatMap(([media, form]) => bodiesOf(media, form))
    .map((body) => {
      const isRaw = "media" in body && !body.field && parameters.some(({ name }) => name === "filename");
      return { ...call, body, path: isRaw ? `${path}?filename=${FILE}` : path };
    });
}

/** `contacts/{id}` → `CONTACT_ID`. */
function variable([, resource = "", name = ""]: RegExpMatchArray): [string, string] {
  return [name, `${resource.replace(/ies$/, "y").replace(/s$/, "").replaceAll("-", "_").toUpperCase()}_ID`];
}

function bodiesOf(media: string, form: unknown): NonNullable<Call["body"]>[] {
  if (media === "application/json") return [{ json: isObject(form) ? form.example : null }];
  if (media !== "multipart/form-data") return [{ file: FILE, media }];
  const parts = Object.entries(objectAt(objectAt(form, "schema"), "properties"));
  return parts
    .filter(([, part]) => textAt(part, "format") === "binary")
    .map(([field]) => ({ file: FILE, media, field }));
}

function answersOf(responses: Json): Call["answers"] {
  const [, success] = Object.entries(responses).find(([status]) => status.startsWith("2")) ?? [];
  const [media] = Object.keys(objectAt(success, "content"));
  if (!media) return "nothing";
  return media === "application/json" ? "json" : "text";
}
