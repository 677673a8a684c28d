import type { ChangeSet } from "@/lib/client/change-sets";
import type { Translate } from "@/lib/client/messages/catalogue";

/** Who did it; whoever is no longer a member has no name here. */
export function sayActor(t: Translate, { name, kind }: Pick<ChangeSet["actor"], "name" | "kind">): string {
  return name ?? t(`history.actor.${kind}`);
}
