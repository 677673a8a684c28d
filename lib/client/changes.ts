import { type QueryKey, useMutation, useQueryClient } from "@tanstack/react-query";
import { ApiFailure } from "./failure";

/**
 * A change made through the API. Queries under `awaited` are then refetched before the change counts as done, those
 * under `others` in the background; all of them, too, when no answer comes: the change may have been made.
 */
export function useChange<Input, Output>(
  mutationFn: (input: Input) => Promise<Output>,
  { awaited = [], others = [] }: { awaited?: QueryKey[]; others?: QueryKey[] } = {},
) {
  const queries = useQueryClient();
  const askAnew = (keys: QueryKey[]) =>
    Promise.all(keys.map((queryKey) => queries.invalidateQueries({ queryKey })));
  return useMutation({
    mutationFn,
    onSuccess: async () => {
      await askAnew(awaited);
      void askAnew(others);
    },
    onError: (error) => {
      if (ApiFailure.from(error).status === 0) void askAnew([...awaited, ...others]);
    },
  });
}

/** Changes of one cached answer, one after the other: shown at once as `show` computes them, reverted when refused. */
export function useShownChange<Input, Data>(
  queryKey: QueryKey,
  mutationFn: (input: Input) => Promise<Data>,
  show: (data: Data | undefined, input: Input) => Data | undefined,
) {
  const queries = useQueryClient();
  const mutationKey = ["shown", ...queryKey];
  const isLast = () => queries.isMutating({ mutationKey }) === 1;
  return useMutation({
    mutationKey,
    scope: { id: JSON.stringify(mutationKey) },
    mutationFn,
    onMutate: async (input) => {
      await queries.cancelQueries({ queryKey });
      const before = queries.getQueryData<Data>(queryKey);
      queries.setQueryData<Data>(queryKey, (data) => show(data, input));
      return { before };
    },
    onError: (_error, _input, context) => {
      // What was there before knows nothing of the changes that wait.
      if (!isLast()) return;
      queries.setQueryData(queryKey, context?.before);
      // The previous value may come from another change that is refused, too.
      void queries.invalidateQueries({ queryKey });
    },
    onSuccess: async (saved) => {
      await queries.cancelQueries({ queryKey });
      if (isLast()) queries.setQueryData(queryKey, saved);
    },
  });
}
