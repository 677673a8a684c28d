"use client";

import { Command } from "cmdk";
import type { ReactNode } from "react";
import { Bookmark, FileUp, Settings, Tag, Undo2 } from "@/components/ui/icons";
import { useAccountEmail } from "@/lib/client/account";
import { useT } from "@/lib/client/i18n";
import { useImportList } from "@/lib/client/imports";
import { isFound } from "@/lib/client/search";
import { segmentAddress, useSegments } from "@/lib/client/segments";
import { useSettingsParts } from "@/lib/client/settings-parts";
import { useTags } from "@/lib/client/tags";
import { canBeUndone } from "@/lib/client/undo-time";
import { useGo } from "@/lib/client/unsaved";
import { GROUP, Item } from "./palette-item";

/** Maximum of each kind; there may be thousands of tags. */
const SHOWN = 8;

interface Place {
  id: string;
  name: string;
  address: string;
  /** Other words that find it. */
  words?: string;
}

/** Everything in this workspace that has a name and a URL: segments, tags, the latest imports, and the parts of the settings. */
export function Places({ search, onPick }: { search: string; onPick: () => void }) {
  const t = useT();
  const parts = useSettingsParts();
  const segments = useSegments(useAccountEmail()).data ?? [];
  const tags = useTags().data ?? [];
  const imports = useImportList().data?.pages.flatMap((page) => page.data) ?? [];
  const group = (heading: string, icon: ReactNode, places: Place[]) => (
    <PlaceGroup
      heading={heading}
      icon={icon}
      places={places
        .filter(({ name, words }) => isFound(`${heading} ${name} ${words ?? ""}`, search))
        .slice(0, SHOWN)}
      onPick={onPick}
    />
  );
  return (
    <>
      {group(
        t("action.undo"),
        <Undo2 />,
        imports
          .filter(canBeUndone)
          .slice(0, 1)
          .map(({ id, filename }) => ({
            id,
            name: t("palette.undo", { file: filename }),
            address: `/imports/${id}?ask=undo`,
          })),
      )}
      {group(
        t("segments.title"),
        <Bookmark />,
        segments.map((one) => ({ id: one.id, name: one.name, address: segmentAddress(one) })),
      )}
      {group(
        t("nav.tags"),
        <Tag />,
        tags.map(({ id, name }) => ({ id, name, address: `/contacts?tags=${id}` })),
      )}
      {group(
        t("overview.recent"),
        <FileUp />,
        imports.map(({ id, filename }) => ({ id, name: filename, address: `/imports/${id}` })),
      )}
      {group(
        t("nav.settings"),
        <Settings />,
        parts.map(({ id, name, offers = [] }) => ({
          id,
          name: t(name),
          address: `/settings#${id}`,
          words: offers.map((offer) => t(offer)).join(" "),
        })),
      )}
    </>
  );
}

interface PlaceGroupProps {
  heading: string;
  icon: ReactNode;
  places: Place[];
  onPick: () => void;
}

function PlaceGroup({ heading, icon, places, onPick }: PlaceGroupProps) {
  const go = useGo();
  if (places.length === 0) return null;
  return (
    <Command.Group heading={heading} className={GROUP}>
      {places.map(({ id, name, address, words = "" }, at) => (
        <Item
          key={id}
          // Two may have the same name; the heading is searched, too.
          value={`${heading}: ${name} ${words} ${at}`}
          label={name}
          icon={icon}
          onPick={onPick}
          run={() => go(address)}
        />
      ))}
    </Command.Group>
  );
}
