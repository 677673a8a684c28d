"use client";

import { useEffect, useEffectEvent, useState } from "react";
import { Button } from "@/components/ui/button";
import { SelectField, TextField } from "@/components/ui/field";
import { KeyRound } from "@/components/ui/icons";
import { useForm } from "@/components/ui/use-form";
import { sayRefusal } from "@/lib/client/auth";
import { type Factors, listWays, showCode, showPasskey, showRecoveryCode } from "@/lib/client/factors";
import { useT } from "@/lib/client/i18n";
import { AuthForm, FormError } from "./parts";

/** Asks for the second factor by any method that the user has. */
export function SecondFactor({ onDone }: { onDone: () => void }) {
  const t = useT();
  const form = useSecondFactor(onDone);
  const { apps, passkeys, hasCodes } = form.ways;
  const byApp = !form.byRecovery && apps.length > 0;
  const byCode = byApp || form.byRecovery;
  return (
    <AuthForm onSubmit={form.submit}>
      {byApp && apps.length > 1 && (
        <SelectField
          label={t("auth.second.which")}
          value={form.app}
          onValue={form.setApp}
          options={apps.map(({ id, friendly_name }) => ({
            value: id,
            label: friendly_name || t("factors.app"),
          }))}
        />
      )}
      {byCode && (
        <TextField
          label={t(byApp ? "auth.second.code" : "auth.second.recovery")}
          required
          autoFocus
          inputMode={byApp ? "numeric" : "text"}
          autoComplete={byApp ? "one-time-code" : "off"}
          spellCheck={false}
          className={byApp ? "figures tracking-[0.2em]" : "font-mono"}
          maxLength={byApp ? 10 : 40}
          value={form.code}
          onText={form.setCode}
        />
      )}
      <FormError>{form.error}</FormError>
      <div className="grid gap-2">
        {form.ways === NONE && form.error && <Again {...form} />}
        {byCode && (
          <Button type="submit" variant="primary" busy={form.busy} disabled={!form.code.trim()}>
            {t("auth.second.action")}
          </Button>
        )}
        {passkeys.map(({ id, friendly_name }) => (
          <Button
            key={id}
            variant={byCode ? "secondary" : "primary"}
            onClick={() => void form.run(() => form.show(() => showPasskey(id)))}
          >
            <KeyRound aria-hidden="true" />
            {t("auth.second.passkey", { name: friendly_name || t("factors.passkey") })}
          </Button>
        ))}
        {hasCodes && apps.length + passkeys.length > 0 && (
          <Button variant="ghost" onClick={form.turn}>
            {t(form.byRecovery ? "auth.second.useOther" : "auth.second.useRecovery")}
          </Button>
        )}
      </div>
    </AuthForm>
  );
}

function Again({ busy, find }: { busy: boolean; find: () => void }) {
  const t = useT();
  return (
    <Button busy={busy} onClick={find}>
      {t("action.retry")}
    </Button>
  );
}

const NONE: Factors = { apps: [], passkeys: [], hasCodes: false };

function useSecondFactor(onDone: () => void) {
  const t = useT();
  const [ways, setWays] = useState(NONE);
  const [app, setApp] = useState("");
  const [byRecovery, setByRecovery] = useState(false);
  const [code, setCode] = useState("");
  const chosen = app || ways.apps[0]?.id;
  const show = async (work: () => Promise<void>) => {
    await work();
    onDone();
  };
  const showTyped = () => (byRecovery || !chosen ? showRecoveryCode(code.trim()) : showCode(chosen, code));
  const form = useForm(
    () => show(showTyped),
    (reason) => t(sayRefusal(reason)),
  );
  const find = () => void form.run(async () => setWays(await listWays()));
  const findFirst = useEffectEvent(find);
  useEffect(() => findFirst(), []);
  const turn = () => {
    setByRecovery(!byRecovery);
    setCode("");
    form.clear();
  };
  return { ...form, find, ways, app: chosen, setApp, byRecovery, turn, code, setCode, show };
}
