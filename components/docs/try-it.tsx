"use client";

import { type FormEvent, useState } from "react";
import { Button } from "@/components/ui/button";
import { Field, Input, Textarea } from "@/components/ui/field";
import { useConfig } from "@/lib/client/config";
import { useT } from "@/lib/client/i18n";
import { accessToken, configureSession } from "@/lib/client/session";
import { workspaceHeader } from "@/lib/client/workspace-choice";
import { Code } from "./code";

/** The parts of a request. */
export interface Tryable {
  method: string;
  path: string;
  parameters: { name: string; in: "path" | "query"; required: boolean; text: string }[];
  /** JSON to begin with, or the field of a form that takes a file; null without a body. */
  body: { example: string } | { file: string } | null;
}

interface Answered {
  status: number;
  ms: number;
  text: string;
}

/** Longest answer that is shown. */
const SHOWN_CHARS = 20_000;

/** Sends a request as the signed-in user, in the workspace of this tab, and shows the answer. */
export function TryIt({ operation }: { operation: Tryable }) {
  const t = useT();
  const [open, setOpen] = useState(false);
  return (
    <details className="mt-5 text-sm" onToggle={({ currentTarget }) => setOpen(currentTarget.open)}>
      <summary className="eyebrow min-h-6 cursor-pointer">{t("docs.try")}</summary>
      {open && <Request operation={operation} />}
    </details>
  );
}

function Request({ operation }: { operation: Tryable }) {
  const { method } = operation;
  const t = useT();
  configureSession(useConfig());
  const [answer, setAnswer] = useState<Answered | "none" | null>(null);
  const [busy, setBusy] = useState(false);
  const submit = async (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const values = new FormData(event.currentTarget);
    setBusy(true);
    setAnswer(await send(operation, values).catch(() => "none" as const));
    setBusy(false);
  };
  return (
    <form
      onSubmit={submit}
      className="mt-2 grid grid-cols-[minmax(0,1fr)] gap-3 rounded-md border border-line p-4"
    >
      <p className="text-muted">{t(method === "GET" ? "docs.try.reads" : "docs.try.changes")}</p>
      <Inputs operation={operation} />
      <Button
        type="submit"
        busy={busy}
        variant={method === "DELETE" ? "danger" : "primary"}
        className="w-fit"
      >
        {t("docs.try.send", { method })}
      </Button>
      <div aria-live="polite">
        {answer === "none" && <p className="text-danger">{t("docs.try.failed")}</p>}
        {answer && answer !== "none" && (
          <>
            <p className="figures mb-2 font-medium">
              {answer.status} · {answer.ms} ms
            </p>
            {answer.text !== "" && <Code text={answer.text} />}
          </>
        )}
      </div>
    </form>
  );
}

function Inputs({ operation: { parameters, body } }: { operation: Tryable }) {
  const t = useT();
  return (
    <>
      {parameters.map((one) => (
        <Field key={one.name} label={one.name} required={one.required}>
          {(props) => (
            <Input
              {...props}
              name={`${one.in}:${one.name}`}
              placeholder={one.text}
              autoComplete="off"
              className="font-mono text-sm!"
            />
          )}
        </Field>
      ))}
      {body && "example" in body && (
        <Field label={t("docs.body")}>
          {(props) => (
            <Textarea
              {...props}
              name="body"
              defaultValue={body.example}
              rows={Math.min(14, body.example.split("\n").length + 1)}
              spellCheck={false}
              className="font-mono text-sm!"
            />
          )}
        </Field>
      )}
      {body && "file" in body && (
        <Field label={t("docs.try.file")} required>
          {(props) => <Input {...props} name="file" type="file" className="py-1.5" />}
        </Field>
      )}
    </>
  );
}

async function send({ method, path, body }: Tryable, values: FormData): Promise<Answered> {
  const query = new URLSearchParams();
  let address = path;
  for (const [key, value] of values) {
    const [place, name = ""] = key.split(/:(.*)/s);
    if (typeof value !== "string" || value === "") continue;
    if (place === "path") address = address.replace(`{${name}}`, encodeURIComponent(value));
    if (place === "query") query.set(name, value);
  }
  const token = await accessToken();
  const headers: Record<string, string> = { Accept: "application/json, */*;q=0.1", ...workspaceHeader() };
  if (token) headers.Authorization = `Bearer ${token}`;
  let sent: FormData | string | null = null;
  if (body && "file" in body) {
    sent = new FormData();
    sent.set(body.file, values.get("file") ?? "");
  } else if (body) {
    sent = String(values.get("body"));
    headers["Content-Type"] = "application/json";
  }
  const begun = performance.now();
  const response = await fetch(`${address}${query.size > 0 ? `?${query}` : ""}`, {
    method,
    headers,
    body: sent,
  });
  const text = await response.text();
  return { status: response.status, ms: Math.round(performance.now() - begun), text: shown(text) };
}

/** JSON is formatted; everything else is shown as received. */
function shown(text: string): string {
  try {
    return JSON.stringify(JSON.parse(text), null, 2).slice(0, SHOWN_CHARS);
  } catch {
    return text.slice(0, SHOWN_CHARS);
  }
}
