import { useIsMutating, useMutation, useQueryClient } from "@tanstack/react-query";
import { toast } from "sonner";
import { callApi } from "./api";
import type { ImportDraft, ImportPreview } from "./api-types";
import { changeAsSeen, touchedBy } from "./draft-conflicts";
import { ApiFailure } from "./failure";
import { useT } from "./i18n";
import { type ConfirmBody, type DraftChanges, importKeys } from "./imports";

export type { ImportDraft };
export type ChangeDraft = (part: DraftChanges, onSaved?: () => void) => void;
/** What the cells of a column become. */
export type ColumnType = ImportDraft["columnTypes"][string];

interface Change {
  part: DraftChanges;
  /** What was shown of it. */
  seen: string;
}

/**
 * Changes the draft of a pending import: shown at once, saved by the server, one change after the other. A change that
 * the server refuses is reverted; if another tab has answered the same question, that answer is shown. `saving` =
 * something is not saved yet.
 */
export function useChangeDraft(id: string): { change: ChangeDraft; saving: boolean } {
  const t = useT();
  const queries = useQueryClient();
  const mutationKey = ["imports", "draft", id];
  const path = { id };
  const key = importKeys.preview(id);
  const show = (next: (draft: ImportDraft) => ImportDraft) =>
    queries.setQueryData<ImportPreview>(key, (before) => before && { ...before, draft: next(before.draft) });
  const shown = () => queries.getQueryData<ImportPreview>(key)?.draft;
  const isLast = () => queries.isMutating({ mutationKey }) === 1;
  const { mutateAsync } = useMutation({
    mutationKey,
    scope: { id: mutationKey.join() },
    mutationFn: ({ part, seen }: Change) =>
      changeAsSeen({
        part,
        seen,
        version: () => shown()?.version,
        look: async () => (await callApi("GET /imports/{id}", { path })).draft,
        send: (body) => callApi("PATCH /imports/{id}", { path, body, keepalive: true }),
      }),
    onMutate: async ({ part }) => {
      await queries.cancelQueries({ queryKey: key });
      show((draft) => withPart(draft, part));
    },
    onSuccess: ({ draft }, { part }) => {
      if (draft) show((before) => (isLast() ? draft : { ...before, version: draft.version }));
      // Another reading has other columns and values.
      return part.dialect && queries.invalidateQueries({ queryKey: key });
    },
    onError: (error) => {
      toast.error(ApiFailure.from(error).say(t));
      void queries.invalidateQueries({ queryKey: importKeys.one(id) });
      return queries.invalidateQueries({ queryKey: key });
    },
  });
  const change: ChangeDraft = (part, onSaved) => {
    const draft = shown();
    const saved = mutateAsync({ part, seen: draft ? touchedBy(part, draft) : "" });
    saved.then(onSaved, () => undefined);
  };
  return { change, saving: useIsMutating({ mutationKey }) > 0 };
}

function withPart(
  before: ImportDraft,
  { columnMapping = {}, columnTypes, options, dialect }: DraftChanges,
): ImportDraft {
  const draft = dialect ? withoutRows(before) : before;
  const chosen = Object.entries(columnMapping).map(([header, field]) => [header, field ?? "skip"]);
  return {
    ...draft,
    columnMapping: { ...draft.columnMapping, ...Object.fromEntries(chosen) },
    columnTypes: { ...draft.columnTypes, ...columnTypes },
    questions: draft.questions.filter((header) => !(header in columnMapping)),
    options: withOptions(draft.options, options),
    dialect: { ...draft.dialect, ...defined(dialect) },
  };
}

/** Without what was done to single rows, as on the server: another reading of the file has other rows. */
function withoutRows({ corrections, options, ...draft }: ImportDraft): ImportDraft {
  return {
    ...draft,
    corrections: { ...corrections, rows: 0, rules: [] },
    options: { ...options, leaveOut: { ...options.leaveOut, rows: [] } },
  };
}

function withOptions(
  before: ImportDraft["options"],
  { rules = {}, leaveOut, optOutValues = {}, ...others }: NonNullable<DraftChanges["options"]> = {},
): ImportDraft["options"] {
  const told = Object.entries(optOutValues).map(([header, { out = [], not = [], ...rest }]) => [
    header,
    { out, not, ...rest },
  ]);
  const said = Object.entries({ ...before.rules, ...rules }).filter(([, rule]) => rule !== "overwrite");
  return {
    ...before,
    ...defined(others),
    rules: Object.fromEntries(said),
    optOutValues: { ...before.optOutValues, ...Object.fromEntries(told) },
    leaveOut: { ...before.leaveOut, ...(leaveOut && { rows: [], kinds: [], ...defined(leaveOut) }) },
  };
}

function defined<T extends object>(
  part: T | undefined,
): Partial<{ [K in keyof T]: Exclude<T[K], undefined> }> {
  const entries = Object.entries(part ?? {}).filter(([, value]) => value !== undefined);
  return Object.fromEntries(entries) as Partial<{ [K in keyof T]: Exclude<T[K], undefined> }>;
}

/** What the API is asked to do: exactly what the page shows, so that no other tab can change it unseen. */
export function toConfirmBody({ columnMapping, columnTypes, options, dialect }: ImportDraft): ConfirmBody {
  const chosen = Object.entries(dialect).filter(([, value]) => value !== null);
  const types = Object.entries(columnTypes).map(([header, { is_known: _, ...type }]) => [header, type]);
  return { columnMapping, columnTypes: Object.fromEntries(types), ...options, ...Object.fromEntries(chosen) };
}
