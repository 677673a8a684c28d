import type { ReactNode } from "react";
import { Wordmark } from "@/components/shell/wordmark";
import { Badge } from "@/components/ui/badge";
import type { Translate } from "@/lib/client/messages/catalogue";
import { CopyToken } from "./copy-token";
import type { DocumentedField, DocumentedOperation } from "./types";

interface ReferenceProps {
  t: Translate;
  operations: DocumentedOperation[];
  baseUrl: string;
  signedIn: boolean;
}

/** The API reference, rendered on the server from the OpenAPI document. */
export function Reference({ t, operations, baseUrl, signedIn }: ReferenceProps) {
  const tags = [...new Set(operations.map(({ tag }) => tag))];
  return (
    <div className="mx-auto grid max-w-[84rem] gap-x-12 px-4 py-6 sm:px-8 lg:grid-cols-[15rem_minmax(0,1fr)]">
      <nav aria-label={t("docs.operations")} className="hidden lg:block">
        <div className="sticky top-6 max-h-[calc(100dvh-3rem)] overflow-y-auto pr-2">
          <a href="/" className="mb-6 inline-block rounded-md">
            <Wordmark name={t("app.name")} />
          </a>
          {tags.map((tag) => (
            <div key={tag} className="mb-5">
              <p className="eyebrow mb-1">{tag}</p>
              <ul>
                {operations
                  .filter((operation) => operation.tag === tag)
                  .map(({ id, summary }) => (
                    <li key={id}>
                      <a href={`#${id}`} className="block rounded-sm py-1 text-muted text-sm hover:text-ink">
                        {summary}
                      </a>
                    </li>
                  ))}
              </ul>
            </div>
          ))}
        </div>
      </nav>
      <main id="content" className="min-w-0">
        <header className="mb-8 grid gap-3 border-line border-b pb-8">
          <h1 className="text-2xl">{t("docs.title")}</h1>
          <p className="max-w-[64ch] text-muted">{t("docs.intro")}</p>
          <p className="flex flex-wrap items-center gap-4">
            <a
              href="/api/openapi.json"
              className="inline-flex min-h-6 items-center text-accent text-sm underline underline-offset-3"
            >
              {t("docs.spec")}
            </a>
            {signedIn && <CopyToken />}
          </p>
        </header>
        {operations.map((operation) => (
          <Operation key={operation.id} t={t} operation={operation} baseUrl={baseUrl} />
        ))}
      </main>
    </div>
  );
}

function Operation({
  t,
  operation,
  baseUrl,
}: {
  t: Translate;
  operation: DocumentedOperation;
  baseUrl: string;
}) {
  return (
    <section
      id={operation.id}
      aria-labelledby={`${operation.id}-title`}
      className="mb-10 scroll-mt-6 border-line border-b pb-10 last:border-b-0"
    >
      <h2 id={`${operation.id}-title`} className="text-lg">
        {operation.summary}
      </h2>
      <p className="mt-1 flex flex-wrap items-center gap-x-3 gap-y-1">
        <code className="break-all font-mono text-sm">
          <span className="font-semibold text-accent">{operation.method}</span> {operation.path}
        </code>
        {operation.isPublic && <Badge>{t("docs.public")}</Badge>}
      </p>
      <p className="mt-3 max-w-[70ch] text-muted">
        <Prose text={operation.description} />
      </p>
      <Fields t={t} title={t("docs.parameters")} fields={operation.parameters} />
      <Fields t={t} title={t("docs.body")} fields={operation.body} />
      <Block title={t("docs.example")}>
        <pre
          // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keyboard (WCAG 2.1.1).
          tabIndex={0}
          className="overflow-x-auto rounded-md border border-line bg-sunken p-4 font-mono text-[0.8125rem] leading-5"
        >
          {curl(operation, baseUrl)}
        </pre>
      </Block>
      <Block title={t("docs.answers")}>
        <dl className="figures text-sm">
          {operation.answers.map(({ status, text }) => (
            <div key={status} className="flex gap-4 border-line border-b py-1.5 last:border-b-0">
              <dt className="w-10 shrink-0 font-medium">{status}</dt>
              <dd className="min-w-0 break-words text-muted">{text}</dd>
            </div>
          ))}
        </dl>
      </Block>
    </section>
  );
}

/** Text in which backticks mark code. */
function Prose({ text }: { text: string }) {
  return text.split(/(`[^`]+`)/).map((part, index) =>
    part.startsWith("`") ? (
      // biome-ignore lint/suspicious/noArrayIndexKey: parts of a text that never changes
      <code key={index} className="font-mono text-[0.85em]">
        {part.slice(1, -1)}
      </code>
    ) : (
      part
    ),
  );
}

function Block({ title, children }: { title: string; children: ReactNode }) {
  return (
    <div className="mt-5">
      <h3 className="eyebrow mb-2">{title}</h3>
      {children}
    </div>
  );
}

function Fields({ t, title, fields }: { t: Translate; title: string; fields: DocumentedField[] }) {
  if (fields.length === 0) return null;
  return (
    <Block title={title}>
      <dl className="text-sm">
        {fields.map((field) => (
          <div
            key={`${field.place}-${field.name}`}
            className="grid gap-x-4 border-line border-b py-2 last:border-b-0 sm:grid-cols-[14rem_minmax(0,1fr)]"
          >
            <dt className="min-w-0 break-words">
              <code className="font-mono text-[0.8125rem]">{field.name}</code>{" "}
              {field.required && <span className="text-warn text-xs">{t("docs.required")}</span>}
            </dt>
            <dd className="min-w-0 break-words text-muted">
              <span className="text-faint">{field.type}</span>
              {field.text && (
                <span className="block">
                  <Prose text={field.text} />
                </span>
              )}
            </dd>
          </div>
        ))}
      </dl>
    </Block>
  );
}

function curl({ method, path, isPublic, example }: DocumentedOperation, baseUrl: string): string {
  const lines = [`curl -fsS ${method === "GET" ? "" : `-X ${method} `}'${baseUrl}${path}'`];
  if (!isPublic) lines.push(`  -H "Authorization: Bearer $TOKEN"`);
  if (example)
    lines.push(`  -H 'Content-Type: application/json'`, `  -d '${example.replace(/\s*\n\s*/g, " ")}'`);
  return lines.join(" \\\n");
}
