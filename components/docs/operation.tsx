import type { ReactNode } from "react";
import { Badge } from "@/components/ui/badge";
import type { Translate } from "@/lib/client/messages/catalogue";
import { Calls } from "./calls";
import { Code } from "./code";
import { CopyMarkdown } from "./copy-markdown";
import { Fields, Prose, TypeName } from "./fields";
import type { Notation } from "./snippets";
import { TryIt } from "./try-it";
import { tryable } from "./tryable";
import type { DocumentedContent, DocumentedOperation } from "./types";

interface OperationProps {
  t: Translate;
  operation: DocumentedOperation;
  signedIn: boolean;
  /** The language in which the reader has chosen to see calls. */
  notation: Notation;
}

/** One operation: who may call it, its parameters, bodies and answers, its errors, and calls to copy. */
export function Operation({ t, operation, signedIn, notation }: OperationProps) {
  const { id, calls, answers } = operation;
  const request = signedIn ? tryable(operation) : null;
  const answered = answers.flatMap(({ contents }) => contents).find(({ example }) => example !== null);
  return (
    <section
      id={id}
      aria-labelledby={`${id}-title`}
      className="mb-10 scroll-mt-6 gap-x-12 border-line border-b pb-10 xl:grid xl:grid-cols-[minmax(0,1fr)_minmax(0,30rem)] print:block"
    >
      <Described t={t} operation={operation} />
      <div className="min-w-0 self-start xl:sticky xl:top-6 print:static xl:[&>div:first-child]:mt-0 print:[&>div:first-child]:mt-5">
        <Calls operation={id} calls={calls} notation={notation} />
        {answered?.example && (
          <Block title={t("docs.answer.example")}>
            <Code text={answered.example} />
          </Block>
        )}
        {request && <TryIt operation={request} />}
      </div>
    </section>
  );
}

/** Its parameters and answers. */
function Described({ t, operation }: Omit<OperationProps, "signedIn" | "notation">) {
  const { id, method, path, parameters, bodies, answers } = operation;
  return (
    <div className="min-w-0">
      <h3 id={`${id}-title`} lang="en" className="text-lg">
        {operation.summary}
      </h3>
      <p className="mt-1 flex flex-wrap items-center gap-x-3 gap-y-1">
        <code className="break-all font-mono text-sm">
          <span className="font-semibold text-accent">{method}</span> {path}
        </code>
        <Badge>{callerOf(t, operation)}</Badge>
        <CopyMarkdown operation={id} />
      </p>
      <p className="mt-3 max-w-[70ch] text-muted">
        <Prose text={operation.description} />
      </p>
      {parameters.length > 0 && (
        <Block title={t("docs.parameters")}>
          <Fields t={t} fields={parameters} />
        </Block>
      )}
      {bodies.length > 0 && (
        <Block title={t("docs.body")}>
          <Contents t={t} contents={bodies} />
        </Block>
      )}
      <Block title={t("docs.answers")}>
        {answers.map(({ status, about, contents }) => (
          <div key={status} className="flex gap-4 border-line border-b py-1.5 text-sm last:border-b-0">
            <span className="figures w-10 shrink-0 font-medium">{status}</span>
            <div className="min-w-0 grow">
              <p lang="en" className="text-muted">
                {about}
              </p>
              <Contents t={t} contents={contents} />
            </div>
          </div>
        ))}
      </Block>
      <Errors t={t} errors={operation.errors} />
    </div>
  );
}

function callerOf(t: Translate, { caller, scope }: DocumentedOperation): string {
  if (caller !== "bearer") return t(`docs.caller.${caller}`);
  return scope === "manage" ? t("docs.caller.user") : t("docs.caller.bearer", { scope });
}

/** The forms of a body, one by one. */
function Contents({ t, contents }: { t: Translate; contents: DocumentedContent[] }) {
  return contents.map(({ media, type }) => (
    <div key={media} className="mt-1">
      <p className="flex flex-wrap items-baseline gap-x-3 text-sm">
        <code className="font-mono text-[0.8125rem]">{media}</code>
        <TypeName type={type} />
      </p>
      {type.fields.length > 0 && (
        <div className="mt-1 border-line border-l pl-4">
          <Fields t={t} fields={type.fields} />
        </div>
      )}
    </div>
  ));
}

/** Their codes; their meanings are explained once, for all operations. */
function Errors({ t, errors }: { t: Translate; errors: DocumentedOperation["errors"] }) {
  return (
    <Block title={t("docs.errors")}>
      <ul className="figures flex flex-wrap gap-x-4 gap-y-1 text-muted text-sm">
        {errors.map(({ status, code }) => (
          <li key={code}>
            <a href={`#error-${code}`} className="inline-flex min-h-6 items-center gap-1.5 hover:text-ink">
              {status} <code className="font-mono text-[0.8125rem]">{code}</code>
            </a>
          </li>
        ))}
      </ul>
    </Block>
  );
}

function Block({ title, children }: { title: string; children: ReactNode }) {
  return (
    <div className="mt-5">
      <h4 className="eyebrow mb-2">{title}</h4>
      {children}
    </div>
  );
}
