import type { ReactNode } from "react";

/** A line above the page, announced when it comes; nothing is shown while there are no children. */
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
    <div role={role} className={`fixed inset-x-0 top-0 ${over ? "z-60" : "z-40"}`}>
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
