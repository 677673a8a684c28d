import { operationMarkdown, referenceMarkdown } from "../docs/markdown";
import { documented } from "../docs/operations";

/** The API reference as Markdown; with `?operation=<operationId>` one operation of it. */
export function GET(request: Request): Response {
  const wanted = new URL(request.url).searchParams.get("operation");
  const reference = documented();
  const operation = reference.operations.find(({ id }) => id === wanted);
  if (wanted !== null && !operation) return markdown("No such operation.\n", 404);
  return markdown(operation ? `${operationMarkdown(operation)}\n` : referenceMarkdown(reference), 200);
}

function markdown(text: string, status: number): Response {
  return new Response(text, { status, headers: { "Content-Type": "text/markdown; charset=utf-8" } });
}
