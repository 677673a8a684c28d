import type { ReactNode } from "react";

/** One subject of the settings: what it is about on the left, its controls on the right. */
export function Section({
  id,
  title,
  body,
  children,
}: {
  id: string;
  title: string;
  body?: ReactNode;
  children: ReactNode;
}) {
  return (
    <section
      id={id}
      aria-labelledby={`${id}-title`}
      className="grid scroll-mt-16 gap-x-12 gap-y-4 border-line border-t py-8 lg:grid-cols-[16rem_minmax(0,38rem)]"
    >
      <div>
        <h2 id={`${id}-title`} className="text-lg">
          {title}
        </h2>
        {body && <p className="mt-1 text-muted text-sm">{body}</p>}
      </div>
      <div className="min-w-0">{children}</div>
    </section>
  );
}
