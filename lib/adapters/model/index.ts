import { env } from "@/lib/env";
import { openAiModel } from "./hosted";
import type { MappingModel } from "./port";

/** The model of the configured server, or null: then the rules stand alone, which is the default. */
export function mappingModel(): MappingModel | null {
  return env().embedded.model ? null : openAiModel();
}
