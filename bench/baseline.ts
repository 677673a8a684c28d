import { execFileSync } from "node:child_process";
import { cpSync, existsSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { nodeProgram } from "../scripts/lib/project.mjs";

/** A built product in a folder of its own. */
export interface Built {
  folder: string;
  name: string;
  remove: () => void;
}

/** This checkout, which must have been built. */
export const ourselves: Built = { folder: process.cwd(), name: "now", remove: () => undefined };

/**
 * The product as it was at a commit: its files in a folder of their own, with the packages of its lock file, built. To
 * be removed afterwards.
 */
export function buildCommit(commit: string): Built {
  const folder = mkdtempSync(join(tmpdir(), "kith-baseline-"));
  const remove = () => {
    execFileSync("git", ["worktree", "remove", "--force", folder]);
    rmSync(folder, { recursive: true, force: true });
  };
  execFileSync("git", ["worktree", "add", "--quiet", "--detach", folder, commit]);
  try {
    takePackages(folder, commit);
    run(folder, nodeProgram(), [join("node_modules", "next", "dist", "bin", "next"), "build"]);
    return { folder, name: commit, remove };
  } catch (error) {
    remove();
    throw error;
  }
}

/** Ours where the lock file is the same, otherwise its own from the registry. */
function takePackages(folder: string, commit: string): void {
  const differs = execFileSync("git", ["diff", "--name-only", commit, "--", "package-lock.json"]).length > 0;
  if (differs || !existsSync("node_modules")) run(folder, "npm", ["ci", "--no-audit", "--no-fund"]);
  else cpSync("node_modules", join(folder, "node_modules"), { recursive: true, verbatimSymlinks: true });
}

function run(cwd: string, program: string, args: string[]): void {
  execFileSync(program, args, { cwd, stdio: ["ignore", "ignore", "inherit"] });
}
