import { useQuery } from "@tanstack/react-query";
import { callApi } from "./api";
import type { NewTag } from "./api-types";
import { byName } from "./by-name";
import { useChange } from "./changes";
import { contactKeys } from "./contacts";
import { useRepeatable } from "./repeatable";

export type { ListedTag } from "./api-types";

const listKey = ["tags"] as const;

/** All tags of the workspace with their counts, by name. */
export function useTags() {
  return useQuery({
    queryKey: listKey,
    queryFn: ({ signal }) => callApi("GET /tags", { signal }),
    select: ({ data }) => byName(data),
  });
}

/** Creates a tag, or changes the one with `id`. */
export function useSaveTag(id?: string) {
  const create = useRepeatable((body: NewTag, headers) => callApi("POST /tags", { body, headers }));
  return useChange(
    (body: NewTag) => (id ? callApi("PUT /tags/{id}", { path: { id }, body }) : create(body)),
    { awaited: [listKey], others: id ? [contactKeys.all] : [] },
  );
}

export function useDeleteTag() {
  return useChange((id: string) => callApi("DELETE /tags/{id}", { path: { id } }), {
    awaited: [listKey],
    others: [contactKeys.all],
  });
}
