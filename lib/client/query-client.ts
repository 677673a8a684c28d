import {
  type InvalidateOptions,
  type InvalidateQueryFilters,
  QueryClient,
  type QueryKey,
} from "@tanstack/react-query";
import { ApiFailure } from "./failure";

/** Failures that a retry may fix: no answer, overload, a broken server. */
function passing(error: unknown): boolean {
  const { status } = ApiFailure.from(error);
  return status === 0 || status === 429 || status >= 500;
}

/** TanStack's own version keeps a running first load and trusts its answer, although it may be older than a write. */
class WrittenQueryClient extends QueryClient {
  override invalidateQueries<Key extends QueryKey>(
    filters: InvalidateQueryFilters<Key> = {},
    options?: InvalidateOptions,
  ): Promise<void> {
    const { predicate, ...asked } = filters;
    void this.cancelQueries({
      ...asked,
      predicate: (query) => query.state.data === undefined && (!predicate || predicate(query)),
    });
    return super.invalidateQueries(filters, options);
  }
}

/** The server may be this very machine: whether there is a network says nothing about it. */
const networkMode = "always";

/** Queries stay fresh for 30 s and retry twice, after the pause the server asked for. */
export function createQueryClient(): QueryClient {
  return new WrittenQueryClient({
    defaultOptions: {
      queries: {
        networkMode,
        refetchOnReconnect: true,
        staleTime: 30_000,
        retry: (count, error) => count < 2 && passing(error),
        retryDelay: (count, error) => {
          const asked = ApiFailure.from(error).retryAfterS;
          return asked ? Math.min(asked, 60) * 1000 : 600 * 2 ** count;
        },
      },
      mutations: { networkMode, retry: false },
    },
  });
}
