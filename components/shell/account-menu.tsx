"use client";

import { useState } from "react";
import { Button } from "@/components/ui/button";
import { cx } from "@/components/ui/cx";
import { BookOpen, ChevronDown, LogOut, Monitor, Moon, Settings, Sun } from "@/components/ui/icons";
import { late } from "@/components/ui/late";
import { Menu, MenuItem, MenuLabel, MenuRadio, MenuRadioGroup, MenuSeparator } from "@/components/ui/menu";
import { useAccess } from "@/lib/client/access";
import { leave } from "@/lib/client/held-actions";
import { useT } from "@/lib/client/i18n";
import { useStore } from "@/lib/client/store";
import { useGo } from "@/lib/client/unsaved";
import { isTheme, setTheme, themeStore } from "./theme";
import { WorkspaceItems } from "./workspace-items";

/** Not loaded with the first visit. */
const NewWorkspaceDialog = late(() =>
  import("./new-workspace-dialog").then((module) => module.NewWorkspaceDialog),
);

/** Who is signed in and where, links to other workspaces, the appearance, and signing out. */
export function AccountMenu({ email }: { email: string }) {
  const t = useT();
  const [isCreating, setCreating] = useState(false);
  const { id, name } = useAccess();
  const isOneOfMany = id !== null;
  return (
    <>
      <Menu
        align="start"
        side="top"
        label={t("nav.account")}
        trigger={
          <Button
            variant="ghost"
            className={cx(
              "w-full justify-between! gap-2 px-3 font-normal",
              isOneOfMany && "h-12! touch:h-14!",
            )}
          >
            <span className="grid min-w-0 text-left">
              <span className="sr-only">{t("nav.account")}: </span>
              {isOneOfMany && <span className="truncate font-medium text-ink text-sm">{name}</span>}
              <span className={cx("truncate", isOneOfMany && "text-xs")}>{email}</span>
            </span>
            <ChevronDown aria-hidden="true" />
          </Button>
        }
      >
        <WorkspaceItems onCreate={() => setCreating(true)} />
        <OwnItems />
      </Menu>
      {isCreating && <NewWorkspaceDialog onClose={() => setCreating(false)} />}
    </>
  );
}

function OwnItems() {
  const t = useT();
  const go = useGo();
  const theme = useStore(themeStore);
  return (
    <>
      <MenuLabel>{t("theme.label")}</MenuLabel>
      <MenuRadioGroup value={theme} onValueChange={(value) => isTheme(value) && setTheme(value)}>
        <MenuRadio value="system">
          <Monitor aria-hidden="true" /> {t("theme.system")}
        </MenuRadio>
        <MenuRadio value="light">
          <Sun aria-hidden="true" /> {t("theme.light")}
        </MenuRadio>
        <MenuRadio value="dark">
          <Moon aria-hidden="true" /> {t("theme.dark")}
        </MenuRadio>
      </MenuRadioGroup>
      <MenuSeparator />
      <MenuItem onSelect={() => go("/settings")}>
        <Settings aria-hidden="true" /> {t("nav.settings")}
      </MenuItem>
      <MenuItem onSelect={() => go("/docs")}>
        <BookOpen aria-hidden="true" /> {t("nav.api")}
      </MenuItem>
      <MenuSeparator />
      <MenuItem onSelect={leave}>
        <LogOut aria-hidden="true" /> {t("nav.signOut")}
      </MenuItem>
    </>
  );
}
