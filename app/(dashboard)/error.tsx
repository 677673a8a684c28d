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
  // What the page stumbled over may be an answer that is kept: the next try asks anew.
  const retry = () => {
    queries.clear();
    reset();
  };
  return <PageError error={error} onRetry={retry} />;
}
