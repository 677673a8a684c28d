"use client";

import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { Command, defaultFilter } from "cmdk";
import { type ReactNode, useDeferredValue, useEffect, useRef, useState } from "react";
import { Dialog } from "@/components/ui/dialog";
import {
  BookOpen,
  Download,
  FileUp,
  Keyboard,
  LogOut,
  Merge,
  Monitor,
  Moon,
  Plus,
  Sun,
  Tag,
  Users,
} from "@/components/ui/icons";
import { May } from "@/lib/client/access";
import { callApi } from "@/lib/client/api";
import type { Contact } from "@/lib/client/api-types";
import { contactName } from "@/lib/client/contacts";
import { leave } from "@/lib/client/held-actions";
import { useT } from "@/lib/client/i18n";
import { PAGES } from "@/lib/client/pages";
import { askedFor, isFound } from "@/lib/client/search";
import { useGo } from "@/lib/client/unsaved";
import { foldSearch } from "@/lib/contacts/search-fold";
import { PAGE_ICONS } from "./nav";
import { GROUP, Item } from "./palette-item";
import { PaletteLanguages } from "./palette-languages";
import { PaletteOffers } from "./palette-offers";
import { Places } from "./palette-places";
import { PaletteWorkspaces } from "./palette-workspaces";
import { setTheme } from "./theme";

const FOUND = 6;

/** What has the words as they were typed comes before what has their letters somewhere. */
function rank(value: string, search: string): number {
  const [text, words] = [foldSearch(value), foldSearch(search)];
  const score = defaultFilter(text, words);
  return score > 0 && text.includes(words) ? 1 + score : score;
}

/** One search box for every page, every action and every contact, and for commands on what is open or selected. */
export function Palette({ onClose, onKeys }: { onClose: () => void; onKeys: () => void }) {
  const t = useT();
  const go = useGo();
  const [text, setText] = useState("");
  const found = useFoundContacts(text);
  const { selected, setSelected, hasChosen } = useBest(found[0]?.id);
  return (
    <Dialog open onOpenChange={onClose} title={t("palette.title")} hideTitle wide>
      <Command
        label={t("palette.title")}
        filter={rank}
        value={selected}
        onValueChange={setSelected}
        onKeyDown={({ key }) => {
          if (key.startsWith("Arrow")) hasChosen.current = true;
        }}
        onPointerMove={() => {
          hasChosen.current = true;
        }}
        className="-mx-3 pt-2"
      >
        <Command.Input
          value={text}
          onValueChange={(next) => {
            hasChosen.current = false;
            setText(next);
          }}
          placeholder={t("palette.placeholder")}
          className="h-11 w-full border-line border-b bg-transparent px-2.5 text-base outline-none"
        />
        <Command.List className="mt-1 max-h-[min(24rem,60dvh)] overflow-y-auto" label={t("palette.title")}>
          {found.length === 0 && (
            <Command.Empty className="px-2.5 py-4 text-muted text-sm">{t("palette.none")}</Command.Empty>
          )}
          <PaletteOffers onPick={onClose} />
          <Commands onKeys={onKeys} onPick={onClose} />
          {askedFor(text) !== "" && <Named search={askedFor(text)} onPick={onClose} />}
          {found.length > 0 && (
            <Command.Group heading={t("nav.contacts")} className={GROUP} forceMount>
              {found.map((contact) => (
                <Item
                  key={contact.id}
                  value={`contact ${contact.id}`}
                  label={`${contactName(contact)} · ${contact.email}`}
                  icon={<Users />}
                  onPick={onClose}
                  run={() => go(`/contacts/${contact.id}`)}
                />
              ))}
            </Command.Group>
          )}
        </Command.List>
      </Command>
    </Dialog>
  );
}

/**
 * The item that Enter selects. Contacts arrive a moment later than commands; if the query matches a person, it means
 * the person.
 */
function useBest(best: string | undefined) {
  const [selected, setSelected] = useState("");
  const hasChosen = useRef(false);
  useEffect(() => {
    if (best && !hasChosen.current) setSelected(`contact ${best}`);
  }, [best]);
  return { selected, setSelected, hasChosen };
}

/** Items shown only when their name is typed. */
function Named(props: { search: string; onPick: () => void }) {
  return (
    <>
      <Places {...props} />
      <PaletteLanguages {...props} />
    </>
  );
}

/** Everything that can be done from anywhere, and every page. */
function Commands({ onKeys, onPick }: { onKeys: () => void; onPick: () => void }) {
  const t = useT();
  const open = useGo();
  const go = (path: string) => () => open(path);
  const item = (label: string, icon: ReactNode, run: () => void, keys?: string) => (
    <Item label={label} icon={icon} run={run} onPick={onPick} keys={keys} />
  );
  return (
    <>
      <Command.Group heading={t("palette.actions")} className={GROUP}>
        <May to="write">{item(t("contacts.add"), <Plus />, go("/contacts?new=contact"), "C")}</May>
        <May to="import">{item(t("upload.title"), <FileUp />, go("/imports/new"), "I")}</May>
        <May to="export">{item(t("exports.new"), <Download />, go("/exports?new=export"))}</May>
        <May to="write">{item(t("tags.new"), <Tag />, go("/tags?new=tag"))}</May>
        {item(`${t("theme.label")}: ${t("theme.light")}`, <Sun />, () => setTheme("light"))}
        {item(`${t("theme.label")}: ${t("theme.dark")}`, <Moon />, () => setTheme("dark"))}
        {item(`${t("theme.label")}: ${t("theme.system")}`, <Monitor />, () => setTheme("system"))}
        {item(t("keys.title"), <Keyboard />, onKeys, "?")}
        {item(t("nav.signOut"), <LogOut />, () => void leave())}
      </Command.Group>
      <PaletteWorkspaces onPick={onPick} />
      <Command.Group heading={t("palette.pages")} className={GROUP}>
        {PAGES.map(({ path, name, key }) => {
          const Icon = PAGE_ICONS[name];
          const keys = `G${key.toUpperCase()}`;
          return (
            <Item
              key={name}
              label={t(`nav.${name}`)}
              icon={<Icon />}
              run={go(path)}
              onPick={onPick}
              keys={keys}
            />
          );
        })}
        <May to="write">{item(t("duplicates.title"), <Merge />, go("/contacts/duplicates"))}</May>
        {item(t("members.title"), <Users />, go("/settings#members"))}
        {item(t("nav.api"), <BookOpen />, go("/docs"))}
      </Command.Group>
    </>
  );
}

/** Matching contacts, once at least two characters are typed and typing has paused. */
function useFoundContacts(text: string) {
  const search = useDeferredValue(askedFor(text));
  const { data, isPlaceholderData } = useQuery({
    queryKey: ["contacts", "palette", search],
    enabled: search.length >= 2,
    placeholderData: keepPreviousData,
    queryFn: async ({ signal }) => {
      await new Promise((resolve) => setTimeout(resolve, 250));
      signal.throwIfAborted();
      return callApi("GET /contacts", { query: { search, limit: FOUND }, signal });
    },
  });
  const wanted = askedFor(text);
  if (wanted.length < 2) return [];
  const found = data?.data ?? [];
  // Of the results for the previous query, only those that also match the new one.
  const isOld = isPlaceholderData || wanted !== search;
  return isOld ? found.filter((contact) => isNamed(contact, wanted)) : found;
}

function isNamed(contact: Contact, search: string): boolean {
  return isFound(`${contactName(contact)} ${contact.email}`, search);
}
