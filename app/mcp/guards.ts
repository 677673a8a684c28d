import { withdrawsOptOuts } from "@/lib/changes/withdraws";
import { forbidden } from "@/lib/errors";
import { uuid } from "@/lib/schemas";
import type { Arguments } from "./calls";

/** Throws for a call that is people's alone, whatever somebody would answer. */
export type Guard = (workspaceId: string, given: Arguments) => Promise<void>;

/** An undo is not for assistants if somebody who opted out is subscribed by it: a mail cannot be taken back. */
export const keepOptOuts: Guard = async (workspaceId, { id }) => {
  const { data } = uuid.safeParse(id);
  if (data === undefined || !(await withdrawsOptOuts(workspaceId, data))) return;
  const message =
    "This change opted somebody out, and its undo could subscribe them again: it is not for assistants. A person does it in the dashboard, or a program through the API.";
  throw forbidden("opt_outs", message);
};
