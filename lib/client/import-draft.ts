import {
  type QueryClient,
  useIsMutating,
  useMutation,
  useQuery,
  useQueryClient,
} from "@tanstack/react-query";
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

const changeKey = (id: string) => ["imports", "draft", id];

/** Changes that the server has answered, although what follows from that is not shown yet. */
const answered = new WeakSet<Change>();

/** A pending import as its draft reads it; refetched when the tab gets the focus, because another one may have changed it. */
export function useImportPreview(id: string) {
  return useQuery({
    queryKey: importKeys.preview(id),
    queryFn: async ({ client, signal }) =>
      withChanges(client, await callApi("GET /imports/{id}/preview", { path: { id }, signal })),
    staleTime: 0,
    refetchOnWindowFocus: true,
  });
}

/**
 * A preview that the API has just answered, with what is being saved of its draft: the answer may be older. The version
 * stays the one that these changes were decided on: with a later one they would overwrite what another tab has decided.
 */
function withChanges(queries: QueryClient, preview: ImportPreview): ImportPreview {
  const changes = queries
    .getMutationCache()
    .findAll({ mutationKey: changeKey(preview.importId), status: "pending" })
    .map(({ state }) => state.variables as Change)
    .filter((change) => !answered.has(change));
  const before = draftIn(queries, preview.importId).shown();
  if (changes.length === 0 || !before) return preview;
  const draft = changes.reduce((changed, { part }) => withPart(changed, part), preview.draft);
  return { ...preview, draft: { ...draft, version: before.version } };
}

/** A draft as it is cached. */
function draftIn(queries: QueryClient, id: string) {
  const queryKey = importKeys.preview(id);
  const cached = () => queries.getQueryCache().find<ImportPreview>({ queryKey });
  return {
    shown: () => cached()?.state.data?.draft,
    /** It stays as outdated as it was. */
    show: (next: (draft: ImportDraft) => ImportDraft) => {
      const before = cached()?.state.data;
      if (before) cached()?.setState({ data: { ...before, draft: next(before.draft) } });
    },
    /** Drops an answer that may be older than a change, and notes whether the draft has to be read again. */
    drop: async (isOutdated = false) => {
      const isRead = queries.isFetching({ queryKey }) > 0;
      await queries.cancelQueries({ queryKey });
      if (isOutdated || isRead) await queries.invalidateQueries({ queryKey, refetchType: "none" });
    },
    readIfOutdated: async () => {
      if (cached()?.state.isInvalidated) await queries.invalidateQueries({ queryKey });
    },
  };
}

/**
 * Changes the draft of a pending import: shown at once, saved by the server, one change after the other. A change that
 * the server refuses is reverted; if another tab has answered the same question, that answer is shown. `saving` =
 * something is not saved yet.
 */
export function useChangeDraft(id: string): { change: ChangeDraft; saving: boolean } {
  const t = useT();
  const queries = useQueryClient();
  const mutationKey = changeKey(id);
  const path = { id };
  const { shown, show, drop, readIfOutdated } = draftIn(queries, id);
  const isLast = () => queries.isMutating({ mutationKey }) === 1;
  const { mutateAsync } = useMutation({
    mutationKey,
    scope: { id: mutationKey.join() },
    mutationFn: (change: Change) =>
      changeAsSeen({
        ...change,
        version: () => shown()?.version,
        look: async () => (await callApi("GET /imports/{id}", { path })).draft,
        send: (body) => callApi("PATCH /imports/{id}", { path, body, keepalive: true }),
      }).finally(() => answered.add(change)),
    onMutate: async ({ part }) => {
      await drop();
      show((draft) => withPart(draft, part));
    },
    onSuccess: async ({ draft }, { part }) => {
      // Another reading has other columns and values.
      await drop(part.dialect !== undefined);
      if (draft) show((before) => (isLast() ? draft : { ...before, version: draft.version }));
    },
    onError: async (error) => {
      toast.error(ApiFailure.from(error).say(t));
      void queries.invalidateQueries({ queryKey: importKeys.one(id) });
      await drop(true);
    },
    onSettled: () => (isLast() ? readIfOutdated() : undefined),
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
