import { readdirSync, readFileSync } from "node:fs";

/** CPU seconds used so far. */
export interface CpuTime {
  node: number;
  postgres: number;
}

/** Clock ticks in which Linux counts, on every machine that Node runs on. */
const TICKS = 100;

interface Process {
  pid: number;
  parent: number;
  isPostgres: boolean;
  own: number;
  /** Of children that have ended. */
  ended: number;
}

/** CPU time of the processes below a supervisor; for a server without one, its own. Linux only; elsewhere NaN. */
export function cpuTimeOf(pid: number): CpuTime {
  if (process.platform !== "linux") return { node: Number.NaN, postgres: Number.NaN };
  const all = readdirSync("/proc").flatMap((name) => (/^\d+$/.test(name) ? processOf(Number(name)) : []));
  const family = new Set([pid]);
  // Parents come before their children, unless ids wrapped around, in which case another round is needed.
  for (let size = 0; size < family.size; ) {
    size = family.size;
    for (const one of all) if (family.has(one.parent)) family.add(one.pid);
  }
  const members = all.filter((one) => family.has(one.pid));
  const sum = (list: Process[], of: (one: Process) => number) =>
    list.reduce((total, one) => total + of(one), 0) / TICKS;
  return {
    node: sum(
      members.filter((one) => !one.isPostgres),
      ({ own }) => own,
    ),
    postgres: sum(
      members.filter((one) => one.isPostgres),
      ({ own, ended }) => own + ended,
    ),
  };
}

function processOf(pid: number): Process[] {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, "utf8");
    const name = stat.slice(stat.indexOf("(") + 1, stat.lastIndexOf(")"));
    const fields = stat
      .slice(stat.lastIndexOf(")") + 2)
      .split(" ")
      .map(Number);
    const [, parent = 0] = fields;
    const [user = 0, system = 0, endedUser = 0, endedSystem = 0] = fields.slice(11, 15);
    const isPostgres = name.startsWith("postgres");
    return [{ pid, parent, isPostgres, own: user + system, ended: isPostgres ? endedUser + endedSystem : 0 }];
  } catch {
    return []; // Ended meanwhile.
  }
}
