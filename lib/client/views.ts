import { useQuery } from "@tanstack/react-query";
import { callApi } from "./api";
import type { SavedView, SavedViews } from "./api-types";
import { useShownChange } from "./changes";
import { forgetKeptViews, keptViews } from "./view-storage";

const key = ["views"] as const;

const save = (views: SavedView[]) => callApi("PUT /views", { body: { views } });

/** The user's saved views. Those that an earlier version kept in this browser go to the server first, once. */
export function useViews(email: string) {
  return useQuery({
    queryKey: key,
    queryFn: async ({ signal }) => {
      const saved = await callApi("GET /views", { signal });
      const kept = keptViews(email).filter(({ name }) => saved.views.every((view) => view.name !== name));
      const merged = kept.length > 0 ? await save([...saved.views, ...kept].slice(0, 50)) : saved;
      forgetKeptViews();
      return merged;
    },
    select: ({ views }) => views,
  });
}

export function useSaveViews() {
  return useShownChange(key, save, (_saved: SavedViews | undefined, views: SavedView[]) => ({ views }));
}
