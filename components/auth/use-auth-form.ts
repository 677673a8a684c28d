"use client";

import { useState } from "react";
import { useForm } from "@/components/ui/use-form";
import { type Attempt, enter, sayRefusal } from "@/lib/client/auth";
import { useT } from "@/lib/client/i18n";

/** A form that ends in a session, a mail or an error. With a session it stays busy until the next page is there. */
export function useAuthForm(attempt: () => Attempt, next: string) {
  const t = useT();
  const [sent, setSent] = useState(false);
  const settle = (work: () => Attempt) => async () => {
    const session = await work();
    if (session) await enter(session, next);
    setSent(true);
  };
  const form = useForm(settle(attempt), (reason) => t(sayRefusal(reason)));
  return {
    ...form,
    sent,
    attempt: (work: () => Attempt) => void form.run(settle(work)),
    reset: () => setSent(false),
  };
}
