import { Wordmark } from "@/components/shell/wordmark";
import type { Translate } from "@/lib/client/messages/catalogue";
import { CopyToken } from "./copy-token";
import { Fields, Prose, TypeName } from "./fields";
import { Operation } from "./operation";
import type { DocumentedOperation, DocumentedSchema } from "./types";

interface ReferenceProps {
  t: Translate;
  operations: DocumentedOperation[];
  schemas: DocumentedSchema[];
  signedIn: boolean;
}

/** The API reference, rendered on the server from the OpenAPI document; it needs no script. */
export function Reference({ t, operations, schemas, signedIn }: ReferenceProps) {
  return (
    <div className="mx-auto grid max-w-[84rem] gap-x-12 px-4 py-6 sm:px-8 lg:grid-cols-[15rem_minmax(0,1fr)]">
      <Contents t={t} operations={operations} />
      <main id="content" className="min-w-0">
        <header className="mb-8 grid gap-3 border-line border-b pb-8">
          <h1 className="text-2xl">{t("nav.api")}</h1>
          <p className="max-w-[64ch] text-muted">{t("docs.intro")}</p>
          <p className="max-w-[64ch] text-muted">{t("docs.examples")}</p>
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
          <Operation key={operation.id} t={t} operation={operation} />
        ))}
        <Schemas t={t} schemas={schemas} />
      </main>
    </div>
  );
}

function Contents({ t, operations }: Pick<ReferenceProps, "t" | "operations">) {
  const tags = [...new Set(operations.map(({ tag }) => tag))];
  return (
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
        <a href="#schemas" className="block rounded-sm py-1 text-muted text-sm hover:text-ink">
          {t("docs.schemas")}
        </a>
      </div>
    </nav>
  );
}

/** Every named schema, once; operations lead here. */
function Schemas({ t, schemas }: Pick<ReferenceProps, "t" | "schemas">) {
  return (
    <section id="schemas" aria-labelledby="schemas-title" className="scroll-mt-6">
      <h2 id="schemas-title" className="text-lg">
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
