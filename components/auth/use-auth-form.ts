"use client";

import { type FormEvent, useState } from "react";
import { enter, type Outcome } from "@/lib/client/auth";
import { useT } from "@/lib/client/i18n";

/** State of a form that ends in a session, a mail or a reason why not. */
export function useAuthForm(run: () => Promise<Outcome>, next: string) {
  const t = useT();
  const [busy, setBusy] = useState(false);
  const [sent, setSent] = useState(false);
  const [error, setError] = useState<string>();

  async function settle(work: () => Promise<Outcome>) {
    setBusy(true);
    setError(undefined);
    try {
      const reached = await work();
      const result = reached.kind === "session" ? await enter(reached.session, next) : reached;
      // Null: the browser is on its way to the next page, so the form stays busy.
      if (!result) return;
      setBusy(false);
      if (result.kind === "sent") setSent(true);
      if (result.kind === "error") setError(t(result.message));
    } catch {
      setBusy(false);
      setError(t("auth.error.network"));
    }
  }

  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (!busy) void settle(run);
  };
  return { busy, sent, error, submit, settle, reset: () => setSent(false) };
}
