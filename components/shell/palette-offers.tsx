"use client";

import { Command } from "cmdk";
import { useOffered } from "./offers";
import { GROUP, Item } from "./palette-item";

/** After the palette has returned the focus: what opens then keeps it. */
const afterwards = (run: () => void) => setTimeout(() => setTimeout(run));

/** Commands for the open contact, and for the selected ones. */
export function PaletteOffers({ onPick }: { onPick: () => void }) {
  const offered = useOffered();
  return [...offered].map(([about, commands]) => (
    <Command.Group key={about} heading={about} className={GROUP}>
      {commands.map(({ label, icon, run }) => (
        <Item
          key={label}
          value={`${label} ${about}`}
          label={label}
          icon={icon}
          onPick={onPick}
          run={() => afterwards(run)}
        />
      ))}
    </Command.Group>
  ));
}
