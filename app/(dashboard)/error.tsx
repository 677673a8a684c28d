"use client";

import { useQueryClient } from "@tanstack/react-query";
import { PageError } from "@/components/shell/page-error";

export default function ErrorPage({
  error,
  reset,
}: {
  error: Error & { digest?: string };
  reset: () => void;
}) {
  const queries = useQueryClient();
  // A cached answer may have caused the error, so the retry fetches everything again.
  const retry = () => {
    queries.clear();
    reset();
  };
  return <PageError error={error} onRetry={retry} />;
}
