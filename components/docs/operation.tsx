import type { ReactNode } from "react";
import { Badge } from "@/components/ui/badge";
import type { Translate } from "@/lib/client/messages/catalogue";
import { Fields, Prose, TypeName } from "./fields";
import type { DocumentedContent, DocumentedOperation } from "./types";

interface OperationProps {
  t: Translate;
  operation: DocumentedOperation;
}

/** One operation: who may call it, its parameters, bodies and answers, its errors, and calls to copy. */
export function Operation({ t, operation }: OperationProps) {
  const { id, method, path, parameters, bodies, examples, answers } = operation;
  return (
    <section
      id={id}
      aria-labelledby={`${id}-title`}
      className="mb-10 scroll-mt-6 border-line border-b pb-10 last:border-b-0"
    >
      <h2 id={`${id}-title`} className="text-lg">
        {operation.summary}
      </h2>
      <p className="mt-1 flex flex-wrap items-center gap-x-3 gap-y-1">
        <code className="break-all font-mono text-sm">
          <span className="font-semibold text-accent">{method}</span> {path}
        </code>
        <Badge>{callerOf(t, operation)}</Badge>
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
      <Block title={t("docs.example")}>
        {examples.map((example) => (
          <Example key={example} name={id} text={example} />
        ))}
      </Block>
      <Block title={t("docs.answers")}>
        {answers.map(({ status, about, contents }) => (
          <div key={status} className="flex gap-4 border-line border-b py-1.5 text-sm last:border-b-0">
            <span className="figures w-10 shrink-0 font-medium">{status}</span>
            <div className="min-w-0 grow">
              <p className="text-muted">{about}</p>
              <Contents t={t} contents={contents} />
            </div>
          </div>
        ))}
      </Block>
      <Errors t={t} operation={operation} />
    </section>
  );
}

function callerOf(t: Translate, { caller, scope }: DocumentedOperation): string {
  if (caller !== "bearer") return t(`docs.caller.${caller}`);
  return scope === "manage" ? t("docs.caller.user") : t("docs.caller.bearer", { scope });
}

/** A call to copy. */
function Example({ name, text }: { name: string; text: string }) {
  return (
    <pre
      data-example={name}
      // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keyboard (WCAG 2.1.1).
      tabIndex={0}
      className="mb-2 overflow-x-auto rounded-md border border-line bg-sunken p-4 font-mono text-[0.8125rem] leading-5"
    >
      {text}
    </pre>
  );
}

/** What a body may be, form by form. */
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

function Errors({ t, operation: { errors } }: OperationProps) {
  const statuses = [...new Set(errors.map(({ status }) => status))];
  return (
    <details className="mt-5 text-sm">
      <summary className="eyebrow min-h-6 cursor-pointer">
        {t("docs.errors")} {statuses.join(", ")}
      </summary>
      <dl className="figures mt-2">
        {errors.map(({ status, code, meaning }) => (
          <div
            key={code}
            className="grid gap-x-4 border-line border-b py-1.5 last:border-b-0 sm:grid-cols-[18rem_minmax(0,1fr)]"
          >
            <dt className="min-w-0 break-words">
              <span className="font-medium">{status}</span>{" "}
              <code className="font-mono text-[0.8125rem]">{code}</code>
            </dt>
            <dd className="min-w-0 text-muted">
              <Prose text={meaning} />
            </dd>
          </div>
        ))}
      </dl>
    </details>
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
