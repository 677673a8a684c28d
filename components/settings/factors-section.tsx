"use client";

import { useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { toast } from "sonner";
import { Button } from "@/components/ui/button";
import { Confirm } from "@/components/ui/confirm";
import { IconButton } from "@/components/ui/icon-button";
import { Pencil, Plus, Trash2 } from "@/components/ui/icons";
import { useForm, useWhileShown } from "@/components/ui/use-form";
import { useConfig } from "@/lib/client/config";
import { factorsChanged, useFactors, useRemoveFactor } from "@/lib/client/factors";
import { useFormat, useT } from "@/lib/client/i18n";
import { AddAppDialog } from "./add-app-dialog";
import { AddPasskeyDialog, RenamePasskeyDialog } from "./passkey-dialogs";
import { RecoveryCodesDialog } from "./recovery-codes-dialog";
import { Section, SettingList, SettingRow } from "./section";
import { useProof } from "./use-proof";

type Open = "app" | "passkey" | "codes" | null;
type Factor = NonNullable<ReturnType<typeof useFactors>["data"]>["factors"][number];

/** The user's second factors: adding, removing, and the recovery codes in case they are lost. */
export function FactorsSection() {
  const t = useT();
  const list = useFactors();
  const queries = useQueryClient();
  const [open, setOpen] = useState<Open>(null);
  const [leaving, setLeaving] = useState<Factor | null>(null);
  const [renaming, setRenaming] = useState<Factor | null>(null);
  const { passkeys } = useConfig();
  const hasCodes = list.data?.codesLeft !== undefined;
  const factors = list.data?.factors;
  const close = () => {
    setOpen(null);
    setRenaming(null);
    setLeaving(null);
    void factorsChanged(queries);
  };
  return (
    <Section id="factors" title={t("factors.title")} body={t("factors.body")}>
      <SettingList label={t("factors.title")} list={list} rows={factors} none={t("factors.none")}>
        {(factor) => (
          <FactorRow
            key={factor.id}
            factor={factor}
            onRename={passkeys ? () => setRenaming(factor) : undefined}
            onRemove={() => setLeaving(factor)}
          />
        )}
      </SettingList>
      {list.data?.codesLeft !== undefined && (
        <CodesRow left={list.data.codesLeft} onMake={() => setOpen("codes")} />
      )}
      {list.data && <AddButtons onAdd={setOpen} passkeys={passkeys} />}
      <FactorDialogs
        {...{ open, renaming, leaving, hasCodes }}
        replace={list.data?.codesLeft != null}
        last={factors?.length === 1}
        onClose={close}
      />
    </Section>
  );
}

function AddButtons({ onAdd, passkeys }: { onAdd: (what: Open) => void; passkeys: boolean }) {
  const t = useT();
  return (
    <div className="mt-4 flex flex-wrap gap-2">
      <Button onClick={() => onAdd("app")}>
        <Plus aria-hidden="true" /> {t("factors.addApp")}
      </Button>
      {passkeys && (
        <Button onClick={() => onAdd("passkey")}>
          <Plus aria-hidden="true" /> {t("factors.addPasskey")}
        </Button>
      )}
    </div>
  );
}

interface FactorDialogsProps {
  open: Open;
  renaming: Factor | null;
  leaving: Factor | null;
  hasCodes: boolean;
  /** There are recovery codes already. */
  replace: boolean;
  /** The one being removed is the only one. */
  last: boolean;
  onClose: () => void;
}

function FactorDialogs({ open, renaming, leaving, hasCodes, replace, last, onClose }: FactorDialogsProps) {
  if (renaming) return <RenamePasskeyDialog factor={renaming} onClose={onClose} />;
  if (leaving) return <RemoveDialog factor={leaving} last={last} onClose={onClose} />;
  if (open === "app") return <AddAppDialog onClose={onClose} hasCodes={hasCodes} />;
  if (open === "passkey") return <AddPasskeyDialog onClose={onClose} hasCodes={hasCodes} />;
  return open === "codes" && <RecoveryCodesDialog replace={replace} onClose={onClose} />;
}

function useNameOf() {
  const t = useT();
  return ({ friendly_name, factor_type }: Factor) => friendly_name || t(kindOf(factor_type));
}

const kindOf = (type: string) => (type === "webauthn" ? "factors.passkey" : "factors.app");

interface RowProps {
  factor: Factor;
  onRename?: (() => void) | undefined;
  onRemove: () => void;
}

function FactorRow({ factor, onRename, onRemove }: RowProps) {
  const t = useT();
  const format = useFormat();
  const name = useNameOf()(factor);
  const added = t("factors.added", { date: format.day(factor.created_at) });
  return (
    <SettingRow title={name} detail={`${t(kindOf(factor.factor_type))} · ${added}`}>
      {onRename && factor.factor_type === "webauthn" && (
        <IconButton label={t("factors.rename", { name })} onClick={onRename}>
          <Pencil />
        </IconButton>
      )}
      <IconButton label={t("factors.remove", { name })} onClick={onRemove}>
        <Trash2 />
      </IconButton>
    </SettingRow>
  );
}

function CodesRow({ left, onMake }: { left: number | null; onMake: () => void }) {
  const t = useT();
  return (
    <div className="flex flex-wrap items-center gap-3 border-line border-b py-2.5">
      <div className="min-w-0 grow">
        <p className="font-medium text-sm">{t("factors.codes")}</p>
        <p className="text-muted text-sm">
          {left === null ? t("factors.codes.none") : t("factors.codes.left", { count: left })}
        </p>
      </div>
      <Button size="sm" onClick={onMake}>
        {t(left === null ? "factors.codes.make" : "factors.codes.replace")}
      </Button>
    </div>
  );
}

function RemoveDialog({ factor, last, onClose }: { factor: Factor; last: boolean; onClose: () => void }) {
  const t = useT();
  const remove = useRemoveFactor();
  const close = useWhileShown(onClose);
  const name = useNameOf()(factor);
  const proof = useProof({ onProved: () => form.run(), onClose });
  const run = async () => {
    await remove.mutateAsync({ id: factor.id, last });
    toast.success(t("factors.removed"));
    close();
  };
  const form = useForm(run, proof.tell);
  if (proof.dialog) return proof.dialog;
  return (
    <Confirm
      onClose={onClose}
      title={t("factors.remove.title", { name })}
      description={t(last ? "factors.remove.last" : "factors.remove.body")}
      action={t("factors.remove.action")}
      onConfirm={() => form.run()}
    />
  );
}
