import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import type { Tag } from "@/lib/tags/schemas";
import { callApi } from "./api";
import { contactKeys } from "./contacts";

export interface ListedTag extends Tag {
  contact_count: number;
}

export interface TagInput {
  name: string;
  color: string | null;
  emoji: string | null;
}

export const tagKeys = { list: ["tags"] as const };

/** All tags of the workspace with their counts, by name. */
export function useTags() {
  return useQuery({
    queryKey: tagKeys.list,
    queryFn: ({ signal }) => callApi<{ data: ListedTag[] }>("/tags", { signal }),
    select: ({ data }) => data.toSorted((a, b) => a.name.localeCompare(b.name)),
  });
}

/** Creates a tag, or changes the one with `id`. */
export function useSaveTag(id?: string) {
  const queries = useQueryClient();
  return useMutation({
    mutationFn: (body: TagInput) =>
      id
        ? callApi<Tag>(`/tags/${id}`, { method: "PUT", body })
        : callApi<Tag>("/tags", { method: "POST", body }),
    onSuccess: async () => {
      await queries.invalidateQueries({ queryKey: tagKeys.list });
      if (id) void queries.invalidateQueries({ queryKey: contactKeys.all });
    },
  });
}

export function useDeleteTag() {
  const queries = useQueryClient();
  return useMutation({
    mutationFn: (id: string) => callApi<void>(`/tags/${id}`, { method: "DELETE" }),
    onSuccess: async () => {
      await queries.invalidateQueries({ queryKey: tagKeys.list });
      void queries.invalidateQueries({ queryKey: contactKeys.all });
    },
  });
}
