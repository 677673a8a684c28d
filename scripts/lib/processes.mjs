import { execFileSync } from "node:child_process";
import { readdirSync, readFileSync, readlinkSync } from "node:fs";
import { setTimeout as sleep } from "node:timers/promises";
import { codeOf } from "./failure.mjs";

/** The explanation for the end of a process that nobody here killed with SIGKILL. */
export const KILLED = "was killed (SIGKILL: by hand, or because the machine ran out of memory)";

/**
 * Whether a process with this id exists, ours or another user's.
 * @param {number} pid
 */
export function isAlive(pid) {
  // Zero and negative numbers mean whole groups of processes to the system; they come from damaged files.
  if (!Number.isInteger(pid) || pid <= 0) return false;
  try {
    process.kill(pid, 0);
    return !isZombie(pid);
  } catch (error) {
    return codeOf(error) === "EPERM";
  }
}

/**
 * A dead process whose parent has not reaped it yet still answers to signal 0; in a container that may last for ever.
 * @param {number} pid
 */
function isZombie(pid) {
  const stat = readProc(pid, "stat");
  return Boolean(stat?.slice(stat.lastIndexOf(")")).startsWith(") Z"));
}

/**
 * The command line with spaces between the arguments, or "" when the process is gone.
 * @param {number} pid
 */
export function commandLine(pid) {
  if (process.platform === "linux") return (readProc(pid, "cmdline") ?? "").replaceAll("\0", " ").trim();
  return ps(pid, "command=");
}

/**
 * A string that distinguishes two processes with the same id: a recorded pid is only trusted together with it, because
 * ids are reused (after a container restart the same small number nearly always is).
 * @param {number} pid
 */
export function birthOf(pid) {
  if (process.platform !== "linux") return ps(pid, "lstart=");
  const stat = readProc(pid, "stat");
  if (stat === null) return "";
  const afterName = stat.slice(stat.lastIndexOf(")") + 2).split(" ");
  return `${readFileSync("/proc/sys/kernel/random/boot_id", "utf8").trim()}:${afterName[19]}`;
}

/**
 * Linux only: the processes whose working directory is a folder. Elsewhere an empty list.
 * @param {string} folder
 */
export function processesIn(folder) {
  return processes().filter((pid) => workingFolder(pid) === folder);
}

/** Linux only: every process that this user may see. Elsewhere an empty list. */
export function processes() {
  if (process.platform !== "linux") return [];
  return readdirSync("/proc")
    .filter((name) => /^\d+$/.test(name))
    .map(Number);
}

/**
 * Linux only; "" for a process of another user, unless this one is root.
 * @param {number} pid
 */
export function workingFolder(pid) {
  try {
    return readlinkSync(`/proc/${pid}/cwd`);
  } catch {
    return "";
  }
}

/**
 * @param {number} pid
 * @param {string} file
 */
function readProc(pid, file) {
  try {
    return readFileSync(`/proc/${pid}/${file}`, "utf8");
  } catch {
    return null;
  }
}

/**
 * @param {number} pid
 * @param {string} column
 */
function ps(pid, column) {
  try {
    return execFileSync("ps", ["-o", column, "-p", String(pid)], { encoding: "utf8", stdio: "pipe" }).trim();
  } catch {
    return "";
  }
}

/**
 * Sends a signal; it is no error when the process is already gone.
 * @param {number | undefined} pid
 * @param {NodeJS.Signals} name
 */
export function signal(pid, name) {
  try {
    if (pid !== undefined) process.kill(pid, name);
  } catch (error) {
    if (codeOf(error) !== "ESRCH") throw error;
  }
}

/**
 * Waits until the process is gone; false if it is still alive after `timeoutMs`.
 * @param {number} pid
 * @param {number} timeoutMs
 */
export async function waitUntilGone(pid, timeoutMs) {
  const end = Date.now() + timeoutMs;
  while (isAlive(pid)) {
    if (Date.now() > end) return false;
    await sleep(15);
  }
  return true;
}
