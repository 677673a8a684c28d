import type { ReactNode } from "react";
import { ChevronLeft } from "@/components/ui/icons";
import { Link } from "@/components/ui/link";

export function BackLink({ href, children }: { href: string; children: ReactNode }) {
  return (
    <Link
      href={href}
      className="-ml-1 inline-flex min-h-6 items-center gap-1 rounded-sm pr-1 text-muted text-sm hover:text-ink [&_svg]:size-4"
    >
      <ChevronLeft aria-hidden="true" />
      {children}
    </Link>
  );
}
