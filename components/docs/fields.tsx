import type { Translate } from "@/lib/client/messages/catalogue";
import type { DocumentedField, DocumentedType } from "./types";

/** English text in which backticks mark code. */
export function Prose({ text }: { text: string }) {
  const parts = text.split(/(`[^`]+`)/).map((part, index) =>
    part.startsWith("`") ? (
      // biome-ignore lint/suspicious/noArrayIndexKey: parts of a text that never changes
      <code key={index} className="font-mono text-[0.85em]">
        {part.slice(1, -1)}
      </code>
    ) : (
      part
    ),
  );
  return <span lang="en">{parts}</span>;
}

/** A type in words; a named one links to its definition. */
export function TypeName({ type: { text, link } }: { type: DocumentedType }) {
  const [before, after] = link ? text.split(link, 2) : [text, ""];
  return (
    <span className="font-mono text-[0.8125rem] text-faint">
      {before}
      {link && (
        <a href={`#schema-${link}`} className="text-accent underline underline-offset-3">
          {link}
        </a>
      )}
      {after}
    </span>
  );
}

/** Fields with type and meaning; members of unnamed objects are indented below them. */
export function Fields({ t, fields }: { t: Translate; fields: DocumentedField[] }) {
  return (
    <dl className="text-sm">
      {fields.map((field) => (
        <div key={field.name} className="border-line border-b py-2 last:border-b-0">
          <dt className="break-words">
            <code className="font-mono text-[0.8125rem]">{field.name}</code> <TypeName type={field} />{" "}
            {field.required && <span className="text-warn text-xs">{t("map.required")}</span>}
          </dt>
          {field.about && (
            <dd className="mt-0.5 max-w-[70ch] break-words text-muted">
              <Prose text={field.about} />
            </dd>
          )}
          {field.fields.length > 0 && (
            <dd className="mt-1 border-line border-l pl-4">
              <Fields t={t} fields={field.fields} />
            </dd>
          )}
        </div>
      ))}
    </dl>
  );
}
