"use client";

import { Dialog } from "@/components/ui/dialog";
import { Kbd } from "@/components/ui/kbd";
import { Notice } from "@/components/ui/state";
import { useCommandKey } from "@/lib/client/command-key";
import { useT } from "@/lib/client/i18n";
import type { MessageKey } from "@/lib/client/messages/catalogue";
import { PAGES } from "@/lib/client/pages";
import { singleKeys } from "@/lib/client/single-keys";
import { useStore } from "@/lib/client/store";

/** Stands for the modifier key, which has different names on different systems. */
const COMMAND = "⌘";

const GROUPS: { title: MessageKey; keys: [MessageKey, ...string[]][] }[] = [
  {
    title: "keys.group.do",
    keys: [
      ["palette.title", COMMAND, "K"],
      ["start.contact", "C"],
      ["start.import", "I"],
      ["contacts.search", "/"],
      ["keys.close", "Esc"],
      ["keys.help", "?"],
    ],
  },
  {
    title: "keys.group.go",
    keys: PAGES.map(({ name, key }) => [`nav.${name}`, "G", key.toUpperCase()]),
  },
  {
    title: "keys.group.list",
    keys: [
      ["keys.move", "J", "K"],
      ["keys.open", "Enter"],
      ["keys.select", "X"],
      ["keys.selectRange", "Shift", "X"],
      ["keys.delete", "#"],
    ],
  },
  {
    title: "keys.group.review",
    keys: [
      ["keys.row", "J", "K", "↓", "↑"],
      ["keys.leaveOut", "X", "Space"],
      ["keys.whole", "Enter"],
      ["review.search", "/"],
    ],
  },
];

/** Keys that keyboards of other languages call otherwise. */
const NAMES: Record<string, MessageKey> = { Shift: "keys.shift", Space: "keys.space" };

/** Every shortcut, opened by its own key. */
export function KeyList({ onClose }: { onClose: () => void }) {
  const t = useT();
  const on = useStore(singleKeys);
  const command = useCommandKey();
  const nameOf = (key: string) => (key === COMMAND ? command : NAMES[key] ? t(NAMES[key]) : key);
  return (
    <Dialog open onOpenChange={onClose} title={t("keys.title")} wide>
      {!on && <Notice tone="warn">{t("keys.off")}</Notice>}
      <section
        // biome-ignore lint/a11y/noNoninteractiveTabindex: a region that scrolls must be reachable by keyboard (WCAG 2.1.1).
        tabIndex={0}
        aria-label={t("keys.title")}
        className="mt-1 grid gap-x-10 gap-y-6 sm:grid-cols-2"
      >
        {GROUPS.map(({ title, keys }) => (
          <section key={title}>
            <h3 className="eyebrow mb-1">{t(title)}</h3>
            <dl>
              {keys.map(([label, ...pressed]) => (
                <div
                  key={label}
                  className="flex items-center justify-between gap-4 border-line border-b py-1.5 text-sm last:border-b-0"
                >
                  <dt>{t(label)}</dt>
                  <dd className="flex gap-1">
                    {pressed.map((key) => (
                      <Kbd key={key}>{nameOf(key)}</Kbd>
                    ))}
                  </dd>
                </div>
              ))}
            </dl>
          </section>
        ))}
      </section>
    </Dialog>
  );
}
