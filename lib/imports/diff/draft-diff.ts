import type { TransactionSql } from "postgres";
import { newId } from "@/lib/ids";
import type { LoadedImport } from "@/lib/imports/engine/plan";
import { BlockWriter } from "./blocks";
import { firstDifferences } from "./differences";
import { etagOf, haveSameRows } from "./etag";
import { findReviewed, insertDiff, readErasures } from "./queries";
import { DiffRecorder } from "./recorder";
import type { DiffCounts } from "./schemas";

/** The diff that the dry run of a draft stores. */
export class DraftDiff {
  readonly recorder: DiffRecorder;
  readonly #tx: TransactionSql;
  readonly #job: LoadedImport;
  readonly #id = newId();
  readonly #blocks: BlockWriter;
  #erasures = "";

  constructor(tx: TransactionSql, job: LoadedImport) {
    this.#tx = tx;
    this.#job = job;
    this.#blocks = new BlockWriter({ workspaceId: job.plan.workspaceId, diffId: this.#id });
    this.recorder = new DiffRecorder(tx, job, this.#blocks);
  }

  async open(): Promise<void> {
    this.#erasures = await readErasures(this.#job.plan.workspaceId, this.#tx);
    await this.recorder.open();
  }

  /**
   * Stores the recorded rows as the diff of the draft, if that is possible, in place of the one before. `reviewed` is
   * the etag of the one that the caller knows.
   */
  async keep(counts: DiffCounts & { repeated: number }, reviewed?: string) {
    const { id: importId, draft_version } = this.#job.row;
    const etag = etagOf(await this.#blocks.finish(this.#tx), draft_version);
    const diff = { id: this.#id, draft_version, etag };
    const differing =
      reviewed === undefined || haveSameRows(reviewed, etag) ? null : await this.#compare(reviewed);
    const kept = await insertDiff(this.#job.plan.workspaceId, this.#tx, {
      ...{ ...diff, importId, counts },
      columns: this.#job.plan.columns,
      facets: Object.fromEntries(this.#blocks.facets),
      bytes: this.#blocks.bytes,
      erasures: this.#erasures,
    });
    return { kept, diff, differing: kept === "kept" ? differing : null };
  }

  /** The first rows that differ from the diff with this etag; null if it is not stored any more. */
  async #compare(etag: string) {
    const { workspaceId, importId, columns } = this.#job.plan;
    const find = () => findReviewed(workspaceId, this.#tx, importId, etag);
    const then = await find();
    if (!then) return null;
    const rows = await firstDifferences(workspaceId, this.#tx, then, { id: this.#id, columns });
    // Where it was deleted meanwhile, its rows were missing.
    return (await find())?.id === then.id ? rows : null;
  }
}
