"use client";

import { useEffect, useState } from "react";
import { toast } from "sonner";
import type { ContactFilter, useContactList } from "@/lib/client/contacts";
import { ApiFailure } from "@/lib/client/failure";
import { useT } from "@/lib/client/i18n";

/**
 * Selects everything that matches, loading the pages that are still missing one after the other. Another filter ends
 * it, and so does leaving the page: what another filter finds was not asked for.
 *
 * @param select takes the ids; those of the loaded pages if one of the others fails, which is said
 */
export function useSelectMatching(
  list: ReturnType<typeof useContactList>,
  filter: ContactFilter,
  select: (ids: string[]) => void,
) {
  const t = useT();
  const [asked, setAsked] = useState<{ filter: ContactFilter; errors: number } | null>(null);
  const selecting = asked?.filter === filter;
  const { data, hasNextPage, isFetching, error, errorUpdateCount, fetchNextPage } = list;
  useEffect(() => {
    if (!asked || !selecting || isFetching) return;
    const failed = errorUpdateCount > asked.errors;
    if (hasNextPage && !failed) {
      void fetchNextPage({ cancelRefetch: false });
      return;
    }
    setAsked(null);
    select(data?.pages.flatMap((page) => page.data.map(({ id }) => id)) ?? []);
    if (failed) toast.error(ApiFailure.from(error).say(t));
  });
  return {
    selecting,
    start: () => setAsked({ filter, errors: errorUpdateCount }),
    stop: () => setAsked(null),
  };
}
