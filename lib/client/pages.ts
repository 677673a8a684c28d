/**
 * The dashboard's pages, in the order of the navigation; the label is the message `nav.<name>`, `key` follows G.
 * Navigation, palette, shortcuts, middleware, redirects of mailed links and tests use this list; pages.test.ts holds
 * it to the folders of app/(dashboard).
 */
export const PAGES = [
  { path: "/", name: "overview", key: "o" },
  { path: "/contacts", name: "contacts", key: "c" },
  { path: "/tags", name: "tags", key: "t" },
  { path: "/imports", name: "imports", key: "i" },
  { path: "/exports", name: "exports", key: "e" },
  { path: "/history", name: "history", key: "h" },
  { path: "/settings", name: "settings", key: "s" },
] as const;

export type Page = (typeof PAGES)[number];

/** Whether a path is that page or one below it. */
export function isWithin(pathname: string, { path }: Pick<Page, "path">): boolean {
  return pathname === path || (path !== "/" && pathname.startsWith(`${path}/`));
}

/** Whether a path is one of the dashboard, which is for signed-in users. */
export function isDashboard(pathname: string): boolean {
  return PAGES.some((page) => isWithin(pathname, page));
}
