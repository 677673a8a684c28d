import { distinctOptions } from "@/lib/fields/option-lists";
import { callApi } from "./api";

/** What a field's values are, as options, the most frequent first. */
export async function optionsInUse(id: string): Promise<string[]> {
  const { data } = await callApi("GET /fields/{id}/values", { path: { id } });
  return distinctOptions(data.map(({ value }) => value));
}
