import { totalmem } from "node:os";

/**
 * The garbage collector runs when the heap has grown by 40 % rather than doubled, and for young objects after 8 MB: an
 * import of 200 MB makes the process 40 to 120 MB bigger instead of 270, at the same speed. It has as many helper
 * threads as there are cores to spare (0), not four: on two cores those made another user wait three times as long
 * during an import.
 */
const COLLECTOR = ["--heap-growing-percent=40", "--max-semi-space-size=8", "--v8-pool-size=0"];

/**
 * Node's flags for the product's heap, on top of those that NODE_OPTIONS gives.
 * @param {string | undefined} nodeOptions
 * @param {number} [processes] that share the machine
 */
export function heapFlags(nodeOptions, processes) {
  return wishedLimit(nodeOptions) === null
    ? [...COLLECTOR, `--max-old-space-size=${heapLimitMb("", processes)}`]
    : COLLECTOR;
}

/**
 * The heap limit of each process in MB: the one in NODE_OPTIONS (NaN if it is not a number of MB), otherwise a quarter
 * of the memory, with no more than half for all together, at least 512 and at most 4096. Set explicitly, because
 * Node's own default differs between versions.
 * @param {string} [nodeOptions]
 * @param {number} [processes] that share the machine
 */
export function heapLimitMb(nodeOptions, processes = 1) {
  const usual = Math.round(Math.min(4096, Math.max(512, memoryMb() / Math.max(4, 2 * processes))));
  return wishedLimit(nodeOptions) ?? usual;
}

/** The memory of the machine, or of the container. */
export function memoryMb() {
  return Math.min(totalmem(), process.constrainedMemory?.() || Number.POSITIVE_INFINITY) / 2 ** 20;
}

function wishedLimit(nodeOptions = "") {
  const wish = /--max[-_]old[-_]space[-_]size(?:-percentage)?(?:=| +)(\S+)/.exec(nodeOptions);
  return wish ? Number(/percentage/.test(wish[0]) ? Number.NaN : wish[1]) : null;
}
