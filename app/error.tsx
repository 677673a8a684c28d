"use client";

import { PageError } from "@/components/shell/page-error";

export default function ErrorPage({
  error,
  reset,
}: {
  error: Error & { digest?: string };
  reset: () => void;
}) {
  return <PageError error={error} onRetry={reset} />;
}
