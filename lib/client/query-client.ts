import {
  type InvalidateOptions,
  type InvalidateQueryFilters,
  QueryClient,
  type QueryKey,
} from "@tanstack/react-query";
import { ApiFailure } from "./failure";

/** Each retry waits as long as the rate limit asks, up to a minute; after that the user should be told. */
const LIMITED_TRIES = 5;

/** Failures that are sure to pass, and those that may: no answer, overload, a broken server. */
function isWorthATry(tried: number, error: unknown): boolean {
  const { isLimited, status } = ApiFailure.from(error);
  if (isLimited) return tried < LIMITED_TRIES;
  return tried < 2 && (status === 0 || status >= 500);
}

/** The pause that the server asked for; else a short one, which grows. */
export function retryDelay(tried: number, error: unknown): number {
  return ApiFailure.from(error).pauseMs() ?? 600 * 2 ** tried;
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

/** The server may be on this very machine: whether the browser is online says nothing about it. */
const networkMode = "always";

/** Queries stay fresh for 30 s and retry after the pause the server asked for. */
export function createQueryClient(): QueryClient {
  return new WrittenQueryClient({
    defaultOptions: {
      queries: {
        networkMode,
        refetchOnReconnect: true,
        staleTime: 30_000,
        retry: isWorthATry,
        retryDelay,
      },
      mutations: { networkMode, retry: false },
    },
  });
}
