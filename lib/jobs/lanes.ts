import { type Work, workAs } from "@/db/work";
import { type Turn, type TurnLimits, Turns } from "./turns";

/** Of each lane. Work that cannot make room holds its place to its end, so a workspace may have one of each size. */
const LIMITS: TurnLimits = { atOnce: 2, perWorkspace: 1, sliceMs: 5_000 };

/** A job of so many rows takes a second or two. These have places of their own: they never wait for a large one. */
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
  /** About how many rows it has. */
  rows: number;
}

/** Runs long work when its workspace's turn has come, as a job of that workspace (`Turns.take`). */
export function inTurn<T>(
  lane: string,
  { workspaceId, id, rows }: Place,
  run: (turn: Turn) => Promise<T>,
  signal?: AbortSignal,
): Promise<T> {
  const work: Work = { kind: "job", workspaceId };
  return turnsOf(lane, rows).take(workspaceId, id, (turn) => workAs(work, () => run(turn)), signal);
}

/** How many runs of a workspace wait for a turn, large ones and small ones. */
export function waitingIn(lane: string, workspaceId: string): number {
  return [SMALL_ROWS, SMALL_ROWS + 1].reduce(
    (sum, rows) => sum + turnsOf(lane, rows).waitingFor(workspaceId),
    0,
  );
}
