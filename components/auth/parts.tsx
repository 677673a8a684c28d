"use client";

import { type ComponentProps, type FormEvent, type ReactNode, useState } from "react";
import { Field, Input, TextField } from "@/components/ui/field";
import { Link } from "@/components/ui/link";
import { Notice } from "@/components/ui/state";
import { useConfig } from "@/lib/client/config";
import { useEarlySubmit } from "@/lib/client/early-submit";
import { useEarlyText } from "@/lib/client/early-text";
import { useT } from "@/lib/client/i18n";

/** A form that may be submitted before the page is hydrated. Where no script runs, it puts no password into the URL. */
export function AuthForm(props: { onSubmit: (event: FormEvent) => void; children: ReactNode }) {
  return <form ref={useEarlySubmit()} method="post" className="grid gap-5" {...props} />;
}

export function EmailField({
  value,
  onChange,
  autoFocus,
}: {
  value: string;
  onChange: (value: string) => void;
  autoFocus?: boolean;
}) {
  const t = useT();
  const input = useEarlyText(onChange);
  return (
    <TextField
      label={t("contacts.field.email")}
      required
      ref={input}
      type="email"
      name="email"
      autoComplete="username"
      inputMode="email"
      spellCheck={false}
      autoFocus={autoFocus}
      value={value}
      onText={onChange}
    />
  );
}

interface PasswordFieldProps {
  value: string;
  onChange: (value: string) => void;
  /** Tells password managers whether to fill or to suggest. */
  kind: "current-password" | "new-password";
  label?: string;
  aside?: ReactNode;
}

export function PasswordField({ value, onChange, kind, label, aside }: PasswordFieldProps) {
  const t = useT();
  const input = useEarlyText(onChange);
  const [shown, setShown] = useState(false);
  const fresh = kind === "new-password";
  return (
    <Field
      label={label ?? t("auth.password")}
      required
      aside={aside}
      hint={fresh ? t("auth.password.hint") : undefined}
    >
      {(props) => (
        <span className="relative">
          <Input
            {...props}
            ref={input}
            type={shown ? "text" : "password"}
            name="password"
            autoComplete={kind}
            minLength={fresh ? 8 : undefined}
            className="pr-16"
            value={value}
            onChange={(event) => onChange(event.target.value)}
          />
          <button
            type="button"
            className="absolute inset-y-1 right-1 min-w-6 rounded-sm px-2 text-muted text-xs hover:text-ink"
            aria-pressed={shown}
            aria-label={shown ? t("auth.password.hide") : t("auth.password.show")}
            onClick={() => setShown(!shown)}
          >
            {shown ? t("auth.hide") : t("auth.show")}
          </button>
        </span>
      )}
    </Field>
  );
}

export function FormError({ children }: { children: string | undefined }) {
  return (
    <div aria-live="polite" className="empty:-mt-5">
      {children && <Notice tone="danger">{children}</Notice>}
    </div>
  );
}

/** Shown after a mail was sent; with a link to the inbox that keeps it, if there is one. */
export function MailSent({ text, children }: { text: string; children?: ReactNode }) {
  const t = useT();
  const { inbox } = useConfig();
  return (
    <div className="grid gap-5" role="status">
      <div className="grid gap-2">
        <h1 className="text-2xl">{t("auth.sent.title")}</h1>
        <p className="text-muted">{text}</p>
      </div>
      {inbox && (
        <Notice tone="accent">
          <TextLink href="/inbox" target="_blank">
            {t("auth.sent.inbox")}
          </TextLink>
        </Notice>
      )}
      {children}
    </div>
  );
}

export function TextLink({ className, ...rest }: ComponentProps<typeof Link>) {
  return (
    <Link
      className="font-medium text-accent underline decoration-accent/35 underline-offset-3 hover:decoration-accent"
      {...rest}
    />
  );
}

export function Title({ children }: { children: ReactNode }) {
  return <h1 className="text-2xl">{children}</h1>;
}
