"use client";

import { type FormEvent, useEffect, useState } from "react";
import { Button } from "@/components/ui/button";
import { Field, Input } from "@/components/ui/field";
import { KeyRound } from "@/components/ui/icons";
import { Select } from "@/components/ui/select";
import {
  type Factors,
  listWays,
  sayRefusal,
  showCode,
  showPasskey,
  showRecoveryCode,
} from "@/lib/client/factors";
import { useT } from "@/lib/client/i18n";
import { FormError } from "./parts";

/** Asks for the second factor in any way that the user has. */
export function SecondFactor({ onDone }: { onDone: () => void }) {
  const t = useT();
  const form = useSecondFactor(onDone);
  const { apps, passkeys, hasCodes } = form.ways;
  const byApp = !form.byRecovery && apps.length > 0;
  const byCode = byApp || form.byRecovery;
  const others = hasCodes && (apps.length > 0 || passkeys.length > 0);
  return (
    <form method="post" className="grid gap-5" onSubmit={form.submit}>
      {byApp && apps.length > 1 && <WhichApp apps={apps} value={form.app} onChange={form.setApp} />}
      {byCode && (
        <Field label={t(byApp ? "auth.second.code" : "auth.second.recovery")} required>
          {(props) => (
            <Input
              {...props}
              autoFocus
              inputMode={byApp ? "numeric" : "text"}
              autoComplete={byApp ? "one-time-code" : "off"}
              spellCheck={false}
              className={byApp ? "figures tracking-[0.2em]" : "font-mono"}
              maxLength={byApp ? 10 : 40}
              value={form.code}
              onChange={(event) => form.setCode(event.target.value)}
            />
          )}
        </Field>
      )}
      <FormError>{form.error && t(form.error)}</FormError>
      <div className="grid gap-2">
        {byCode && (
          <Button type="submit" variant="primary" busy={form.busy} disabled={!form.code.trim()}>
            {t("auth.second.action")}
          </Button>
        )}
        {passkeys.map(({ id, friendly_name }) => (
          <Button key={id} variant={byCode ? "secondary" : "primary"} onClick={() => form.showPasskeyOf(id)}>
            <KeyRound aria-hidden="true" />
            {t("auth.second.passkey", { name: friendly_name || t("factors.passkey") })}
          </Button>
        ))}
        {others && (
          <Button variant="ghost" onClick={form.turn}>
            {t(form.byRecovery ? "auth.second.useOther" : "auth.second.useRecovery")}
          </Button>
        )}
      </div>
    </form>
  );
}

interface WhichAppProps {
  apps: Factors["apps"];
  value: string | undefined;
  onChange: (id: string) => void;
}

function WhichApp({ apps, value, onChange }: WhichAppProps) {
  const t = useT();
  return (
    <Field label={t("auth.second.which")}>
      {(props) => (
        <Select {...props} value={value} onChange={(event) => onChange(event.target.value)}>
          {apps.map(({ id, friendly_name }) => (
            <option key={id} value={id}>
              {friendly_name || t("factors.app")}
            </option>
          ))}
        </Select>
      )}
    </Field>
  );
}

const NONE: Factors = { apps: [], passkeys: [], hasCodes: false };

function useSecondFactor(onDone: () => void) {
  const [ways, setWays] = useState(NONE);
  const [app, setApp] = useState("");
  const [byRecovery, setByRecovery] = useState(false);
  const [code, setCode] = useState("");
  const [busy, setBusy] = useState(false);
  const [error, setError] = useState<ReturnType<typeof sayRefusal>>();
  useEffect(() => {
    listWays().then(
      (found) => setWays(found),
      (reason) => setError(sayRefusal(reason)),
    );
  }, []);
  const chosen = app || ways.apps[0]?.id;
  const show = async (work: () => Promise<void>) => {
    if (busy) return;
    setBusy(true);
    try {
      await work();
      onDone();
    } catch (reason) {
      setBusy(false);
      setError(sayRefusal(reason));
    }
  };
  const submit = (event: FormEvent) => {
    event.preventDefault();
    void show(() => (byRecovery || !chosen ? showRecoveryCode(code.trim()) : showCode(chosen, code)));
  };
  const showPasskeyOf = (id: string) => void show(() => showPasskey(id));
  const turn = () => {
    setByRecovery(!byRecovery);
    setCode("");
    setError(undefined);
  };
  return { ways, app: chosen, setApp, byRecovery, turn, code, setCode, busy, error, submit, showPasskeyOf };
}
