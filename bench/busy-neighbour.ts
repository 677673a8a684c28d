import { chmodSync, createWriteStream, mkdtempSync, openAsBlob, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { pipeline } from "node:stream/promises";
import { setTimeout as sleep } from "node:timers/promises";
import { pathToFileURL } from "node:url";
import postgres, { type Sql } from "postgres";
import { z } from "zod";
import { MAPPING, peopleCsv } from "@/lib/testing/fixtures/people";
import type * as PostgresModule from "../scripts/lib/postgres.mjs";
import type * as ProductModule from "../scripts/lib/product.mjs";
import type * as ProjectModule from "../scripts/lib/project.mjs";
import { type Answer, type Caller, callerOf, type Place } from "./caller";

/** The data of the busy workspace, and its load. */
export interface Worst {
  contacts: number;
  imports: number;
  importRows: number;
  exports: number;
  searches: number;
  dryRuns: number;
}

/** What the quiet workspace measures. Seconds are NaN if it was not done within a minute, or refused. */
export interface Seen {
  latencies: number[];
  unavailable: number;
  exportS: number;
  importS: number;
}

export interface Measured {
  alone: Seen;
  beside: Seen;
  /** Answers to the busy one, by kind and status. */
  answers: Record<string, number>;
  /** Its jobs that had not ended when the measurement ended. */
  unfinished: { imports: number; exports: number };
}

/** How long the quiet one waits for a job. */
const PATIENCE_MS = 60_000;

async function must(answer: Promise<Answer>): Promise<unknown> {
  const { status, body } = await answer;
  if (status >= 300) throw new Error(`${status} ${JSON.stringify(body)}`);
  return body;
}

const started = z.object({ importId: z.string() });
const exported = z.object({ exportId: z.string() });
const state = z.object({ status: z.string() });
const isOver = (status: string) => status !== "processing" && status !== "pending";

/** One built product with its busy and its quiet workspace, driven from outside. */
class Neighbours {
  #asked: Worst;
  #database: Sql;
  #large: string;
  #middle: string;
  #small: string;
  #busy: Caller;
  #quiet: Caller;

  constructor(product: Place, files: string, asked: Worst, database: Sql) {
    this.#asked = asked;
    this.#database = database;
    this.#large = join(files, "large.csv");
    this.#middle = join(files, "middle.csv");
    this.#small = join(files, "small.csv");
    this.#busy = callerOf(product, "busy@bench.example");
    this.#quiet = callerOf(product, "quiet@bench.example");
  }

  /** Uploads a file for an import. The upload limit is for people; here it is lifted. */
  async #upload(call: Caller, path: string): Promise<string> {
    return started.parse(await must(this.#send(call, path))).importId;
  }

  async #send(call: Caller, path: string): Promise<Answer> {
    await this.#database`delete from rate_limits where key like '%upload:%'`;
    const form = new FormData();
    form.set("file", await openAsBlob(path, { type: "text/csv" }), "people.csv");
    return call("/api/imports", form);
  }

  #confirm(call: Caller, id: string, columnMapping: object): Promise<Answer> {
    return call(`/api/imports/${id}/confirm`, { columnMapping });
  }

  async #untilOver(call: Caller, path: string, patienceMs: number): Promise<number> {
    const from = performance.now();
    for (;;) {
      const { status, body } = await call(path);
      if (status < 300 && isOver(state.parse(body).status)) return (performance.now() - from) / 1000;
      if (performance.now() - from > patienceMs) return Number.NaN;
      await sleep(50);
    }
  }

  /** Fills the busy workspace, and warms up the quiet one's list. */
  async fill(): Promise<void> {
    const first = await this.#upload(this.#busy, this.#large);
    await must(this.#confirm(this.#busy, first, MAPPING));
    await this.#untilOver(this.#busy, `/api/imports/${first}`, 10 * PATIENCE_MS);
    await must(this.#quiet("/api/contacts", { email: "one@example.com", first_name: "One" }));
    for (let n = 0; n < 200; n++) await this.#quiet("/api/contacts");
  }

  /** The quiet workspace's list for a while, and meanwhile its export and its import. */
  async watch(forMs: number): Promise<Seen> {
    const end = performance.now() + forMs;
    const seen: Seen = { latencies: [], unavailable: 0, exportS: Number.NaN, importS: Number.NaN };
    const note = ({ status }: Answer) => {
      if (status === 503) seen.unavailable++;
      return status < 300;
    };
    const list = async () => {
      while (performance.now() < end) {
        const from = performance.now();
        note(await this.#quiet("/api/contacts"));
        seen.latencies.push(performance.now() - from);
        await sleep(15);
      }
    };
    const jobs = async () => {
      await sleep(forMs / 4);
      const answer = await this.#quiet("/api/exports", {});
      if (note(answer)) {
        const path = `/api/exports/${exported.parse(answer.body).exportId}`;
        seen.exportS = await this.#untilOver(this.#quiet, path, PATIENCE_MS);
      }
      const sent = await this.#send(this.#quiet, this.#small);
      if (!note(sent)) return;
      const id = started.parse(sent.body).importId;
      if (note(await this.#confirm(this.#quiet, id, { email: "email", first_name: "first_name" })))
        seen.importS = await this.#untilOver(this.#quiet, `/api/imports/${id}`, PATIENCE_MS);
    };
    await Promise.all([list(), jobs()]);
    return seen;
  }

  /** Every kind of request that one workspace can make, until `end`. Refusals are its own doing. */
  async doWorst(answers: Measured["answers"], end: AbortSignal, onStarted: () => void): Promise<void> {
    const busy = this.#busy;
    const note = (what: string, { status }: Answer) => {
      answers[`${what} ${status}`] = (answers[`${what} ${status}`] ?? 0) + 1;
    };
    const repeat = async (what: string, ask: () => Promise<Answer>) => {
      while (!end.aborted) note(what, await ask());
    };
    const checked = await this.#upload(busy, this.#large);
    for (let n = 0; n < this.#asked.imports; n++) {
      const sent = await this.#send(busy, this.#middle);
      if (sent.status >= 300) note("upload", sent);
      else note("import", await this.#confirm(busy, started.parse(sent.body).importId, MAPPING));
    }
    for (let n = 0; n < this.#asked.exports; n++) note("export", await busy("/api/exports", {}));
    const search = () => busy("/api/contacts?search=zzqqxx");
    const dryRun = () => busy(`/api/imports/${checked}/dry-run`, { columnMapping: MAPPING });
    const asked = [
      ...Array.from({ length: this.#asked.searches }, () => repeat("search", search)),
      ...Array.from({ length: this.#asked.dryRuns }, () => repeat("dry run", dryRun)),
    ];
    onStarted();
    await Promise.all(asked);
  }

  async unfinished(): Promise<Measured["unfinished"]> {
    const [row] = await this.#database<Measured["unfinished"][]>`
      select (select count(*)::int from imports where status = 'processing') as imports,
        (select count(*)::int from exports where status in ('pending', 'processing')) as exports`;
    return row ?? { imports: 0, exports: 0 };
  }
}

/** Measures the product built in that folder, beside the same without load. */
export async function measureNeighbours(folder: string, worst: Worst, seconds: number): Promise<Measured> {
  const module = (name: string) => import(pathToFileURL(join(folder, "scripts", "lib", name)).href);
  const { startProduct }: typeof ProductModule = await module("product.mjs");
  const { runningPostgresUrl }: typeof PostgresModule = await module("postgres.mjs");
  const { nodeProgram }: typeof ProjectModule = await module("project.mjs");
  const place = mkdtempSync(join(tmpdir(), "kith-bench-"));
  chmodSync(place, 0o711);
  const write = (name: string, text: Iterable<Uint8Array | string>) =>
    pipeline(text, createWriteStream(join(place, name)));
  await write("large.csv", peopleCsv(worst.contacts));
  await write("middle.csv", peopleCsv(worst.importRows));
  await write("small.csv", ["email,first_name\nada@example.com,Ada\n"]);
  const dataDir = join(place, "data");
  const product = await startProduct({ dataDir });
  const database = postgres(runningPostgresUrl(dataDir) ?? "", { max: 1, onnotice: () => {} });
  try {
    const here = { folder, dataDir, url: product.url, node: nodeProgram() };
    const neighbours = new Neighbours(here, place, worst, database);
    await neighbours.fill();
    const alone = await neighbours.watch(10_000);
    const under = Promise.withResolvers<void>();
    const over = new AbortController();
    const answers: Measured["answers"] = {};
    const busy = neighbours.doWorst(answers, over.signal, under.resolve);
    await Promise.race([under.promise, busy]);
    busy.catch(() => undefined); // Cut off in the end by the product that stops.
    const beside = await neighbours.watch(seconds * 1000);
    over.abort();
    return { alone, beside, answers, unfinished: await neighbours.unfinished() };
  } finally {
    await database.end();
    await product.stop();
    rmSync(place, { recursive: true, force: true });
  }
}
