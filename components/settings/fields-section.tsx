"use client";

import { useState } from "react";
import { Badge } from "@/components/ui/badge";
import { Button } from "@/components/ui/button";
import { Confirm } from "@/components/ui/confirm";
import { IconButton } from "@/components/ui/icon-button";
import { Merge, Pencil, Plus, Trash2 } from "@/components/ui/icons";
import { May, useMay } from "@/lib/client/access";
import { type CustomField, useDeleteField, useFields } from "@/lib/client/fields";
import { useT } from "@/lib/client/i18n";
import { FieldDialog } from "./field-dialog";
import { useSayFieldDone } from "./field-done";
import { FieldSegments } from "./field-segments";
import { MergeFieldDialog } from "./merge-field-dialog";
import { Section, SettingList, SettingRow } from "./section";

type Doing = { what: "edit" | "merge" | "delete"; field: CustomField } | { what: "new" } | null;

/** Custom fields with their names and types; created, edited, merged and deleted here. */
export function FieldsSection() {
  const t = useT();
  const fields = useFields();
  const none = t(useMay("write") ? "fields.none" : "fields.none.read");
  const [doing, setDoing] = useState<Doing>(null);
  const close = () => setDoing(null);
  return (
    <Section id="fields" title={t("fields.title")} body={t("fields.body")}>
      <SettingList label={t("fields.title")} list={fields} rows={fields.data} none={none}>
        {(field) => (
          <FieldRow
            key={field.id}
            field={field}
            isOnly={fields.data?.length === 1}
            onDo={(what) => setDoing({ what, field })}
          />
        )}
      </SettingList>
      <May to="write">
        <Button className="mt-4" onClick={() => setDoing({ what: "new" })}>
          <Plus aria-hidden="true" /> {t("fields.new")}
        </Button>
      </May>
      {doing?.what === "new" && <FieldDialog field={null} onClose={close} />}
      {doing?.what === "edit" && <FieldDialog field={doing.field} onClose={close} />}
      {doing?.what === "merge" && (
        <MergeFieldDialog field={doing.field} fields={fields.data ?? []} onClose={close} />
      )}
      {doing?.what === "delete" && <DeleteField field={doing.field} onClose={close} />}
    </Section>
  );
}

interface FieldRowProps {
  field: CustomField;
  isOnly: boolean;
  onDo: (what: "edit" | "merge" | "delete") => void;
}

function FieldRow({ field: { key, name, type, options }, isOnly, onDo }: FieldRowProps) {
  const t = useT();
  const detail = [name !== key && t("fields.key", { key }), options.join(", ")].filter(Boolean).join(" · ");
  return (
    <SettingRow title={name} badges={<Badge>{t(`fields.type.${type}`)}</Badge>} detail={detail}>
      <span className="flex">
        <May to="write">
          <IconButton label={t("fields.edit", { name })} onClick={() => onDo("edit")}>
            <Pencil />
          </IconButton>
          {!isOnly && (
            <IconButton label={t("fields.merge", { name })} onClick={() => onDo("merge")}>
              <Merge />
            </IconButton>
          )}
          <IconButton label={t("fields.delete", { name })} onClick={() => onDo("delete")}>
            <Trash2 />
          </IconButton>
        </May>
      </span>
    </SettingRow>
  );
}

function DeleteField({ field, onClose }: { field: CustomField; onClose: () => void }) {
  const t = useT();
  const remove = useDeleteField();
  const sayDone = useSayFieldDone();
  return (
    <Confirm
      onClose={onClose}
      title={t("fields.delete.title", { name: field.name })}
      description={
        <>
          {t("fields.delete.body")}
          <FieldSegments fieldKey={field.key} />
        </>
      }
      action={t("fields.delete.action")}
      onConfirm={async () => {
        const { change_id } = await remove.mutateAsync(field.id);
        sayDone(t("fields.deleted", { name: field.name }), change_id);
      }}
    />
  );
}
