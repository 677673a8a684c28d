import { Wordmark } from "@/components/shell/wordmark";
import type { Translate } from "@/lib/client/messages/catalogue";
import { Code } from "./code";
import { CopyToken } from "./copy-token";
import { Fields, Prose, TypeName } from "./fields";
import { Finder, type FinderGroup } from "./finder";
import { Operation } from "./operation";
import type { Notation } from "./snippets";
import type { DocumentedChapter, DocumentedReference } from "./types";

interface ReferenceProps extends DocumentedReference {
  t: Translate;
  signedIn: boolean;
  notation: Notation;
}

/** The API reference, rendered on the server from the OpenAPI document; it can be read without script. */
export function Reference({ t, guide, groups, operations, schemas, signedIn, notation }: ReferenceProps) {
  return (
    <div className="mx-auto grid max-w-[104rem] gap-x-12 px-4 py-6 sm:px-8 lg:grid-cols-[17rem_minmax(0,1fr)] print:block print:p-0">
      <nav aria-label={t("docs.operations")} className="print:hidden max-lg:mb-6">
        <div className="flex flex-col lg:sticky lg:top-6 lg:max-h-[calc(100dvh-3rem)]">
          <a href="/" className="mb-4 inline-block w-fit rounded-md">
            <Wordmark name={t("app.name")} />
          </a>
          <Finder groups={contentsOf(t, { guide, groups, operations, schemas })} />
        </div>
      </nav>
      <main id="content" className="min-w-0">
        <header className="mb-8 grid gap-3 border-line border-b pb-8">
          <h1 className="text-2xl">{t("nav.api")}</h1>
          <p className="max-w-[64ch] text-muted">{t("docs.intro")}</p>
          <p className="flex flex-wrap items-center gap-4 print:hidden">
            <HeadLink href="/api/openapi.json">{t("docs.spec")}</HeadLink>
            <HeadLink href="/docs.md">{t("docs.markdown")}</HeadLink>
            {signedIn ? (
              <CopyToken />
            ) : (
              <HeadLink href="/sign-in?next=/docs">{t("docs.try.signIn")}</HeadLink>
            )}
          </p>
        </header>
        {guide.map((chapter) => (
          <Chapter key={chapter.id} chapter={chapter} />
        ))}
        {groups.map(({ name, about }) => (
          <section key={name} aria-labelledby={`tag-${name}`}>
            <h2 id={`tag-${name}`} className="text-2xl">
              {titleOf(name)}
            </h2>
            <p className="mt-1 mb-8 max-w-[70ch] text-muted">
              <Prose text={about} />
            </p>
            {operations
              .filter(({ tag }) => tag === name)
              .map((operation) => (
                <Operation
                  key={operation.id}
                  t={t}
                  operation={operation}
                  signedIn={signedIn}
                  notation={notation}
                />
              ))}
          </section>
        ))}
        <Schemas t={t} schemas={schemas} />
      </main>
    </div>
  );
}

function HeadLink({ href, children }: { href: string; children: string }) {
  return (
    <a
      href={href}
      className="inline-flex min-h-6 items-center text-accent text-sm underline underline-offset-3 touch:min-h-11"
    >
      {children}
    </a>
  );
}

/** "api-keys" → "API keys". */
function titleOf(tag: string): string {
  const words = tag.replaceAll("-", " ").replace(/\bapi\b/, "API");
  return words.slice(0, 1).toUpperCase() + words.slice(1);
}

function contentsOf(
  t: Translate,
  { guide, groups, operations, schemas }: DocumentedReference,
): FinderGroup[] {
  return [
    {
      title: t("docs.guide"),
      entries: guide.map(({ id, title, text }) => ({ id, label: title, words: text.join(" ") })),
    },
    ...groups.map(({ name }) => ({
      title: titleOf(name),
      entries: operations
        .filter(({ tag }) => tag === name)
        .map(({ id, summary, method, path }) => ({ id, label: summary, method, words: path })),
    })),
    {
      title: t("docs.schemas"),
      entries: schemas.map(({ name }) => ({ id: `schema-${name}`, label: name })),
    },
  ];
}

/** What holds for every operation: text, calls, a table. */
function Chapter({ chapter: { id, title, text, code = [], table = [] } }: { chapter: DocumentedChapter }) {
  return (
    <section id={id} aria-labelledby={`${id}-title`} className="mb-10 scroll-mt-6">
      <h2 id={`${id}-title`} lang="en" className="text-lg">
        {title}
      </h2>
      <div className="gap-x-12 xl:grid xl:grid-cols-[minmax(0,1fr)_minmax(0,30rem)] print:block">
        <div className="min-w-0">
          {text.map((paragraph) => (
            <p key={paragraph} className="mt-3 max-w-[70ch] text-muted">
              <Prose text={paragraph} />
            </p>
          ))}
        </div>
        <div className="mt-3 min-w-0">
          {code.map(({ text: one, operation }) => (
            <Code key={one} text={one} {...(operation && { example: operation })} />
          ))}
        </div>
      </div>
      {table.length > 0 && (
        <dl className="figures mt-3 text-sm">
          {table.map(([status, code = "", meaning = ""]) => (
            <div
              key={code}
              id={`error-${code}`}
              className="grid scroll-mt-6 gap-x-4 target:bg-accent-soft border-line border-b py-1.5 last:border-b-0 sm:grid-cols-[18rem_minmax(0,1fr)]"
            >
              <dt>
                <span className="font-medium">{status}</span>{" "}
                <code className="font-mono text-[0.8125rem]">{code}</code>
              </dt>
              <dd className="text-muted">
                <Prose text={meaning} />
              </dd>
            </div>
          ))}
        </dl>
      )}
    </section>
  );
}

/** Every named schema, once; operations link here. */
function Schemas({ t, schemas }: Pick<ReferenceProps, "t" | "schemas">) {
  return (
    <section id="schemas" aria-labelledby="schemas-title" className="scroll-mt-6">
      <h2 id="schemas-title" className="text-2xl">
        {t("docs.schemas")}
      </h2>
      {schemas.map((schema) => (
        <section key={schema.name} id={`schema-${schema.name}`} className="mt-8 scroll-mt-6">
          <h3 className="font-medium font-mono text-sm">{schema.name}</h3>
          <p className="mb-1 text-muted text-sm">
            <Prose text={schema.about} />
          </p>
          {schema.fields.length > 0 ? <Fields t={t} fields={schema.fields} /> : <TypeName type={schema} />}
        </section>
      ))}
    </section>
  );
}
