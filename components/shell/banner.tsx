import type { ReactNode } from "react";

/** A line above the page and beside an open sheet, announced when it comes; nothing is shown while there are no children. */
export function Banner({
  role,
  over,
  children,
}: {
  role: "status" | "alert";
  over?: "dialogs";
  children: ReactNode;
}) {
  return (
    <div
      role={role}
      className={`fixed top-0 left-0 print:hidden ${over ? "right-0 z-60" : "right-(--aside) z-40"}`}
    >
      {children && (
        <div
          data-banner
          className="flex min-h-(--banner) flex-wrap items-center justify-center gap-x-4 gap-y-2 bg-warn-soft px-4 py-2 text-sm text-warn shadow-float"
        >
          {children}
        </div>
      )}
    </div>
  );
}
