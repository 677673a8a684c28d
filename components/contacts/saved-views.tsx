"use client";

import { useRouter } from "next/navigation";
import { useState } from "react";
import { toast } from "sonner";
import { Button } from "@/components/ui/button";
import { Dialog } from "@/components/ui/dialog";
import { Bookmark, Plus, X } from "@/components/ui/icons";
import { Menu, MenuItem, MenuSeparator } from "@/components/ui/menu";
import { NameForm } from "@/components/ui/name-form";
import { useForm, useSayAside } from "@/components/ui/use-form";
import { useAccountEmail } from "@/lib/client/account";
import type { SavedView } from "@/lib/client/api-types";
import { ApiFailure } from "@/lib/client/failure";
import { useT } from "@/lib/client/i18n";
import { useSaveViews, useViews } from "@/lib/client/views";

/** Saved filters; choosing one navigates to its address. */
export function SavedViews({ active }: { active: boolean }) {
  const t = useT();
  const stored = useViews(useAccountEmail());
  const views = stored.data ?? [];
  const save = useSaveViews();
  const sayAside = useSayAside();
  const change = (next: SavedView[], onSuccess?: () => void) =>
    save.mutate(next, {
      ...(onSuccess && { onSuccess }),
      onError: sayAside,
    });
  const [naming, setNaming] = useState(false);
  return (
    <>
      <Menu
        label={t("views.title")}
        trigger={
          <Button size="icon" className="size-9" aria-label={t("views.title")} title={t("views.title")}>
            <Bookmark />
          </Button>
        }
      >
        <ViewItems
          views={views}
          none={
            stored.isError
              ? ApiFailure.from(stored.error).say(t)
              : t(stored.data ? "views.none" : "state.loading")
          }
          onDelete={(view) => change(views.filter((each) => each !== view))}
        />
        {active && stored.data && (
          <MenuItem onSelect={() => setNaming(true)}>
            <Plus aria-hidden="true" /> {t("views.save")}
          </MenuItem>
        )}
      </Menu>
      {naming && (
        <NameView
          onClose={() => setNaming(false)}
          onSave={(name) => {
            const query = new URLSearchParams(window.location.search);
            query.delete("contact");
            change([...views.filter((view) => view.name !== name), { name, query: query.toString() }], () =>
              toast.success(t("views.saved", { name })),
            );
            setNaming(false);
          }}
        />
      )}
    </>
  );
}

interface ViewItemsProps {
  views: SavedView[];
  /** Said when there are none. */
  none: string;
  onDelete: (view: SavedView) => void;
}

function ViewItems({ views, none, onDelete }: ViewItemsProps) {
  const t = useT();
  const router = useRouter();
  if (views.length === 0) return <p className="px-2.5 py-1.5 text-muted text-sm">{none}</p>;
  return (
    <>
      {views.map((view) => (
        <MenuItem key={view.name} onSelect={() => router.push(`/contacts?${view.query}`)}>
          <Bookmark aria-hidden="true" />
          <span className="grow truncate">{view.name}</span>
        </MenuItem>
      ))}
      <MenuSeparator />
      {views.map((view) => (
        <MenuItem key={view.name} onSelect={() => onDelete(view)}>
          <X aria-hidden="true" />
          {t("views.delete", { name: view.name })}
        </MenuItem>
      ))}
    </>
  );
}

function NameView({ onClose, onSave }: { onClose: () => void; onSave: (name: string) => void }) {
  const t = useT();
  const [name, setName] = useState("");
  const form = useForm(() => name.trim() && onSave(name.trim()));
  return (
    <Dialog open onOpenChange={onClose} title={t("views.save")}>
      <NameForm
        label={t("views.name")}
        name={name}
        onName={setName}
        action={t("action.save")}
        onClose={onClose}
        {...form}
      />
    </Dialog>
  );
}
