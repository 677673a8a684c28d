"use client";

import { useRouter } from "next/navigation";
import { Button } from "@/components/ui/button";
import { BookOpen, ChevronDown, LogOut, Monitor, Moon, Settings, Sun } from "@/components/ui/icons";
import { Menu, MenuItem, MenuLabel, MenuRadio, MenuRadioGroup, MenuSeparator } from "@/components/ui/menu";
import { leave } from "@/lib/client/held-actions";
import { useT } from "@/lib/client/i18n";
import { useStore } from "@/lib/client/store";
import { isTheme, setTheme, themeStore } from "./theme";

/** Who is signed in, the appearance, and the way out. */
export function AccountMenu({ email }: { email: string }) {
  const t = useT();
  const router = useRouter();
  const theme = useStore(themeStore);
  return (
    <Menu
      align="start"
      side="top"
      label={t("nav.account")}
      trigger={
        <Button
          variant="ghost"
          className="w-full justify-between! gap-2 px-3 font-normal"
          aria-label={`${t("nav.account")}: ${email}`}
        >
          <span className="truncate">{email}</span>
          <ChevronDown aria-hidden="true" />
        </Button>
      }
    >
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
      <MenuItem onSelect={() => router.push("/settings")}>
        <Settings aria-hidden="true" /> {t("nav.settings")}
      </MenuItem>
      <MenuItem onSelect={() => router.push("/docs")}>
        <BookOpen aria-hidden="true" /> {t("nav.api")}
      </MenuItem>
      <MenuSeparator />
      <MenuItem onSelect={leave}>
        <LogOut aria-hidden="true" /> {t("nav.signOut")}
      </MenuItem>
    </Menu>
  );
}
