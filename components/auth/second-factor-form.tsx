"use client";

import type { Session } from "@supabase/supabase-js";
import { useEffect, useState } from "react";
import { Button } from "@/components/ui/button";
import { LoadingBar } from "@/components/ui/state";
import { needsSecondFactor } from "@/lib/client/auth";
import { useT } from "@/lib/client/i18n";
import { identity, signOut } from "@/lib/client/session";
import { Title } from "./parts";
import { SecondFactor } from "./second-factor";

/** The page between the first factor and the dashboard. */
export function SecondFactorForm({ next }: { next: string }) {
  const t = useT();
  const needed = useNeeded(next);
  const go = () => window.location.assign(next);
  return (
    <div className="grid gap-5">
      <div className="grid gap-2">
        <Title>{t("auth.second.title")}</Title>
        <p className="text-muted">{t("auth.second.body")}</p>
      </div>
      {needed ? <SecondFactor onDone={go} /> : <LoadingBar height="h-9" />}
      <Button variant="ghost" onClick={() => void signOut()}>
        {t("auth.second.other")}
      </Button>
    </div>
  );
}

/** False until known, and while the browser is being redirected because nothing, or everything, is needed. */
function useNeeded(next: string): boolean {
  const [needed, setNeeded] = useState(false);
  useEffect(() => {
    const look = (session: Session | null) => {
      if (session && needsSecondFactor(session)) setNeeded(true);
      else window.location.replace(session ? next : "/sign-in");
    };
    identity()
      .then((sdk) => sdk.auth.getSession())
      .then(
        ({ data: { session } }) => look(session),
        () => setNeeded(true), // nobody knows: the form says that the server does not answer
      );
  }, [next]);
  return needed;
}
