import { execFileSync } from "node:child_process";
import { cpSync, existsSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

/** A copy of the product in a folder of its own; its `npm start` builds it if needed. */
export interface Checkout {
  folder: string;
  name: string;
  remove: () => void;
}

export const ourselves: Checkout = { folder: process.cwd(), name: "now", remove: () => undefined };

/** The product as it was at a commit, with the packages of its lock file. To be removed afterwards. */
export function checkOut(commit: string): Checkout {
  const folder = mkdtempSync(join(tmpdir(), "kith-baseline-"));
  const remove = () => {
    execFileSync("git", ["worktree", "remove", "--force", folder]);
    rmSync(folder, { recursive: true, force: true });
  };
  execFileSync("git", ["worktree", "add", "--quiet", "--detach", folder, commit]);
  try {
    takePackages(folder, commit);
    return { folder, name: commit, remove };
  } catch (error) {
    remove();
    throw error;
  }
}

/** Our packages if the lock file is the same, otherwise its own from the registry. */
function takePackages(folder: string, commit: string): void {
  const differs = execFileSync("git", ["diff", "--name-only", commit, "--", "package-lock.json"]).length > 0;
  if (differs || !existsSync("node_modules"))
    execFileSync("npm", ["ci", "--no-audit", "--no-fund"], { cwd: folder, stdio: "inherit" });
  else cpSync("node_modules", join(folder, "node_modules"), { recursive: true, verbatimSymlinks: true });
}
