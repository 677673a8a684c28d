import { type Work, workAs } from "@/db/work";
import { type Turn, type TurnLimits, Turns } from "./turns";

/** Slots of each lane. Work that cannot be interrupted keeps its slot to its end, so a workspace may hold one of each size. */
const LIMITS: TurnLimits = { atOnce: 2, perWorkspace: 1, sliceMs: 5_000 };

/** A job of this many rows takes a second or two. Small jobs have slots of their own and never wait for a large one. */
const SMALL_ROWS = 20_000;

const holder = globalThis as typeof globalThis & { kithLanes?: Map<string, Turns> };

function turnsOf(lane: string, rows: number): Turns {
  holder.kithLanes ??= new Map();
  const name = rows > SMALL_ROWS ? lane : `${lane} of few rows`;
  const turns = holder.kithLanes.get(name) ?? new Turns(LIMITS);
  holder.kithLanes.set(name, turns);
  return turns;
}

export interface Place {
  workspaceId: string;
  /** The job. */
  id: string;
  /** Roughly how many rows it has. */
  rows: number;
}

/** Runs long work as a job of its workspace, when it is that workspace's turn (`Turns.take`). */
export function inTurn<T>(
  lane: string,
  { workspaceId, id, rows }: Place,
  run: (turn: Turn) => Promise<T>,
  signal?: AbortSignal,
): Promise<T> {
  const work: Work = { kind: "job", workspaceId };
  return turnsOf(lane, rows).take(workspaceId, id, (turn) => workAs(work, () => run(turn)), signal);
}

/** How many runs of a workspace wait for a turn, large and small. */
export function waitingIn(lane: string, workspaceId: string): number {
  return [SMALL_ROWS, SMALL_ROWS + 1].reduce(
    (sum, rows) => sum + turnsOf(lane, rows).waitingFor(workspaceId),
    0,
  );
}
