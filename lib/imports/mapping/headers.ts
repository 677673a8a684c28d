import { createHash } from "node:crypto";
import { unguardFormula } from "@/lib/csv/formula";
import { MAX_HEADER_LENGTH } from "@/lib/imports/limits";
import { toNfc } from "@/lib/text";
import { isErrorFile, isOwnColumn } from "./error-columns";

/** Zero-width characters, direction overrides and controls: invisible in a header, and able to disguise one. */
const INVISIBLE = /[\p{Cc}\p{Cf}]/gu;

/**
 * Headers as they are shown and used as keys of a mapping: trimmed, NFC, without invisible characters, at most 256
 * characters, none empty (`Column 3`) and no two alike (`name (2)`). `__proto__` is renamed, because JSON tools
 * drop or misuse that key.
 */
export function displayHeaders(raw: string[]): string[] {
  const used = new Set<string>();
  // We wrote such a file, and guarded its header like any other cell.
  const isGuarded = isErrorFile(raw.map((header) => header.trim()));
  return raw.map((header, index) => {
    const clean = toNfc(isGuarded ? unguardFormula(header) : header)
      .replace(/\s+/gu, " ")
      .replace(INVISIBLE, "")
      .trim();
    const short = [...clean].slice(0, MAX_HEADER_LENGTH).join("");
    const base =
      short === ""
        ? `Column ${index + 1}`
        : short === "__proto__"
          ? `__proto__ (column ${index + 1})`
          : short;
    let name = base;
    for (let copy = 2; used.has(name); copy++) name = `${base} (${copy})`;
    used.add(name);
    return name;
  });
}

/** Whether a shown header is a placeholder for a column without one. */
export function isPlaceholder(header: string): boolean {
  return /^Column \d+(?: \(\d+\))?$/.test(header);
}

/**
 * Identifies a set of headers, in any order, so that a mapping can be remembered for it. A file of rejected rows has
 * the key of its original file. SHA-256, hex.
 */
export function headerFingerprint(headers: string[]): string {
  const own = headers.filter((header) => !isOwnColumn(header));
  return createHash("sha256").update(JSON.stringify(own.sort())).digest("hex");
}
