import type { ReactNode } from "react";

/** Heading of a page with a figure or sentence below it and actions next to it. */
export function PageHeader({
  title,
  detail,
  actions,
  above,
}: {
  title: ReactNode;
  detail?: ReactNode;
  actions?: ReactNode;
  above?: ReactNode;
}) {
  return (
    <header className="@container mb-6">
      {above && <div className="mb-2">{above}</div>}
      <div className="flex flex-wrap items-start justify-between gap-x-6 gap-y-4">
        <div className="min-w-0">
          <h1 tabIndex={-1} className="text-2xl">
            {title}
          </h1>
          {detail && <div className="figures mt-1 min-h-6 text-muted">{detail}</div>}
        </div>
        {actions && <div className="flex flex-wrap gap-2">{actions}</div>}
      </div>
    </header>
  );
}
