import { snippetsOf } from "@/components/docs/snippets";
import type {
  DocumentedChapter,
  DocumentedField,
  DocumentedOperation,
  DocumentedReference,
  DocumentedSchema,
  DocumentedType,
} from "@/components/docs/types";

const fence = (text: string, language = "") => `\`\`\`${language}\n${text}\n\`\`\``;
const blocks = (...parts: (string | false)[]) => parts.filter(Boolean).join("\n\n");

/** The whole reference as Markdown. */
export function referenceMarkdown({ guide, groups, operations, schemas }: DocumentedReference): string {
  const ofGroup = ({ name, about }: { name: string; about: string }) =>
    blocks(
      `## ${name}`,
      about,
      ...operations.filter(({ tag }) => tag === name).map((one) => operationMarkdown(one)),
    );
  return `${blocks(
    "# Kith API",
    ...guide.map(chapterMarkdown),
    ...groups.map(ofGroup),
    "## Schemas",
    ...schemas.map(schemaMarkdown),
  )}\n`;
}

function chapterMarkdown({ title, text, code = [], table = [] }: DocumentedChapter): string {
  const rows = table.map((cells) => `| ${cells.join(" | ")} |`);
  const head = ["| Status | Code | Meaning |", "| --- | --- | --- |"];
  return blocks(
    `## ${title}`,
    ...text,
    ...code.map(({ text: one, operation }) => fence(one, operation ? "sh" : "json")),
    rows.length > 0 && [...head, ...rows].join("\n"),
  );
}

/** One operation as Markdown, for a note or an assistant. */
export function operationMarkdown(operation: DocumentedOperation): string {
  const { method, path, parameters, bodies, calls, answers, errors } = operation;
  return blocks(
    `### ${operation.summary}`,
    `\`${method} ${path}\` · ${callerOf(operation)}`,
    operation.description,
    parameters.length > 0 && blocks("**Parameters**", fieldList(parameters)),
    ...bodies.map(({ media, type }) => contentMarkdown(`Body \`${media}\``, type)),
    ...snippetsOf(calls, "curl").map((example) => fence(example, "sh")),
    ...answers.map(({ status, about, contents }) =>
      blocks(
        `**${status}** ${about}`,
        ...contents.flatMap(({ media, type, example }) => [
          contentMarkdown(`\`${media}\``, type),
          example !== null && fence(example, "json"),
        ]),
      ),
    ),
    `**Errors** ${[...new Set(errors.map(({ status, code }) => `${status} \`${code}\``))].join(", ")}`,
  );
}

function callerOf({ caller, scope }: DocumentedOperation): string {
  if (caller !== "bearer") return "no token needed";
  return scope === "manage" ? "signed-in users only" : `scope \`${scope}\``;
}

const contentMarkdown = (title: string, type: DocumentedType) =>
  blocks(`**${title}** ${type.text}`, type.fields.length > 0 && fieldList(type.fields));

const schemaMarkdown = (schema: DocumentedSchema) =>
  blocks(
    `### ${schema.name}`,
    schema.about,
    schema.fields.length > 0 ? fieldList(schema.fields) : schema.text,
  );

function fieldList(fields: DocumentedField[], indent = ""): string {
  return fields
    .map(({ name, text, required, about, fields: inner }) => {
      const line = `${indent}- \`${name}\` ${text}${required ? ", required" : ""}${about && `: ${about}`}`;
      return inner.length > 0 ? `${line}\n${fieldList(inner, `${indent}  `)}` : line;
    })
    .join("\n");
}
