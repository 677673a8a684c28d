import { EMAIL_PATTERN } from "@/lib/contacts/email";
import { EMAIL_MAX, TEXT_FIELD_FACTS } from "@/lib/contacts/fields";
import { errorMeaning, errorStatus } from "@/lib/errors";
import { permissionFor } from "@/lib/http/operation";
import { RATES } from "@/lib/limits";
import { scopeFor } from "@/lib/workspaces/roles";
import { type Endpoint, endpoints } from "./operations";

const table = (head: string[], rows: string[][]) =>
  [head, head.map(() => "---"), ...rows].map((row) => `| ${row.join(" | ")} |`).join("\n");

const CALLERS = { public: "anybody", cron: "`CRON_SECRET`", webhook: "the identity provider" };

function callersOf({ auth, method, operation }: Endpoint): string {
  if (auth !== "bearer") return CALLERS[auth];
  const permission = permissionFor(operation, method);
  const scope = scopeFor(permission);
  if (scope === "manage") return `user (\`${permission}\`)`;
  return `user (\`${permission}\`) or key (\`${scope}\`)`;
}

const minutes = (ms: number) => (ms === 60_000 ? "minute" : `${ms / 60_000} minutes`);

/** The parts of docs/interface.md that are generated from declarations, by the names of their marks. */
const blocks: Record<string, string> = {
  operations: table(
    ["Operation", "", "Who may call"],
    endpoints.map((one) => [`\`${one.method} ${one.path}\``, one.operation.summary, callersOf(one)]),
  ),
  email: `\`\`\`text\n${EMAIL_PATTERN}\n\`\`\``,
  contact: table(
    ["Field", "Characters", ""],
    [
      ["`email`", `at most ${EMAIL_MAX}`, "required"],
      ...TEXT_FIELD_FACTS.map(({ name, max, required }) => [
        `\`${name}\``,
        `${required ? "1 to" : "at most"} ${max.toLocaleString("en")}`,
        required ? "required" : "`null` when empty",
      ]),
    ],
  ),
  errors: table(
    ["Status", "Code", "Meaning"],
    Object.entries(errorMeaning).map(([code, meaning]) => [
      String(errorStatus[code as keyof typeof errorStatus]),
      `\`${code}\``,
      meaning,
    ]),
  ),
  rates: table(
    ["Requests", "Of", "Message of the 429"],
    [
      [`${RATES.global.max} a ${minutes(RATES.global.windowMs)}`, "a client address", "Too many requests"],
      [
        `${RATES.upload.max} in ${minutes(RATES.upload.windowMs)}`,
        "uploads of a user, besides",
        "Too many uploads. Try again later.",
      ],
    ],
  ),
};

/** The page with its marked parts generated again. Throws if a mark is missing. */
export function written(page: string): string {
  return Object.entries(blocks).reduce((text, [name, content]) => {
    const part = new RegExp(`(<!-- ${name} -->\n)[\\s\\S]*?(<!-- /${name} -->)`);
    if (!part.test(text)) throw new Error(`docs/interface.md has no part ${name}`);
    return text.replace(part, (_, from: string, to: string) => `${from}${content}\n${to}`);
  }, page);
}
