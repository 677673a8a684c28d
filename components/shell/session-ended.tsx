"use client";

import { useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { Dialog } from "@/components/ui/dialog";
import { late } from "@/components/ui/late";
import { resumeSession, sessionEnded } from "@/lib/client/connection";
import { useT } from "@/lib/client/i18n";
import { useStore } from "@/lib/client/store";

/** Not loaded with the first visit. */
const PasswordForm = late(() => import("./password-form").then((module) => module.PasswordForm));
const SecondFactor = late(() =>
  import("@/components/auth/second-factor").then((module) => module.SecondFactor),
);

/** Asks for the password in a dialog over the page: forms keep their input, and waiting requests continue. */
export function SessionEnded({ email }: { email: string }) {
  const t = useT();
  const queries = useQueryClient();
  const ended = useStore(sessionEnded);
  const [half, setHalf] = useState(false);
  const goOn = async () => {
    setHalf(false);
    resumeSession();
    await queries.invalidateQueries();
  };
  return (
    <Dialog
      open={ended}
      onOpenChange={() => undefined}
      dismissable={false}
      title={t("session.ended.title")}
      description={t(half ? "auth.second.body" : "session.ended.body")}
    >
      {half ? (
        <SecondFactor onDone={() => void goOn()} />
      ) : (
        <PasswordForm email={email} onHalf={() => setHalf(true)} onDone={goOn} />
      )}
    </Dialog>
  );
}
