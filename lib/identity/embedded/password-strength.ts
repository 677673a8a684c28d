import { COMMON_PASSWORDS } from "./common-passwords";
import { MAX_PASSWORD_LENGTH, MIN_PASSWORD_LENGTH } from "./config";
import { IdentityError, invalid } from "./errors";
import { normalise } from "./passwords";

/**
 * Throws `weak_password`, in the shape from which the SDK makes AuthWeakPasswordError, for a password that is too
 * short or that is guessed first (NIST SP 800-63B, 3.1.1.2): a common one, also with digits and signs around it or
 * look-alikes for letters; one character or group repeated; letters or digits in sequence; little more than the
 * address or our own name. Throws `validation_failed` for one that is too long: nothing is truncated.
 */
export function checkStrength(password: string, email: string | null | undefined): void {
  const text = normalise(password);
  if (text.length > MAX_PASSWORD_LENGTH) {
    throw invalid(`Password cannot be longer than ${MAX_PASSWORD_LENGTH} characters`);
  }
  if ([...text].length < MIN_PASSWORD_LENGTH) {
    throw weak(`Password should be at least ${MIN_PASSWORD_LENGTH} characters.`, "length");
  }
  const lower = text.toLowerCase();
  if (isCommon(lower) || isPattern(lower) || isMostly(lower, namesIn(email ?? ""))) {
    throw weak("Password is known to be weak and easy to guess, please choose a different one.", "pwned");
  }
}

function weak(message: string, reason: "length" | "pwned"): IdentityError {
  return new IdentityError(422, "weak_password", message, { weak_password: { reasons: [reason] } });
}

const LOOK_ALIKES: Record<string, string> = {
  "0": "o",
  "1": "i",
  "3": "e",
  "4": "a",
  "5": "s",
  "7": "t",
  "@": "a",
  $: "s",
  "!": "i",
};

function plain(text: string): string {
  return text.replace(/[013457@$!]/g, (sign) => LOOK_ALIKES[sign] ?? sign);
}

const common = new Set(COMMON_PASSWORDS.split(/\s+/).map(plain));

function isCommon(lower: string): boolean {
  const core = lower.replace(/^[^\p{L}]+|[^\p{L}]+$/gu, "");
  return [lower, core].some((text) => common.has(plain(text)));
}

function isPattern(lower: string): boolean {
  if (/^(.{1,4})\1+.{0,3}$/su.test(lower)) return true;
  const codes = [...lower].map((letter) => letter.codePointAt(0) ?? 0);
  const steps = new Set(codes.slice(1).map((code, index) => code - (codes[index] ?? 0)));
  return steps.size === 1 && [1, -1].some((step) => steps.has(step));
}

/** The address, its two sides and the name of its domain; longer ones first, so that none hides in another. */
function namesIn(email: string): string[] {
  const [local = "", domain = ""] = email.split("@");
  const names = [email, local, domain, domain.split(".")[0] ?? "", ...local.split(/[^\p{L}\d]+/u), "kith"];
  const bare = names.map(lettersOf).filter((name) => name.length >= 3);
  return [...new Set(bare)].sort((a, b) => b.length - a.length);
}

/** Whether hardly anything is left of it without the names. */
function isMostly(lower: string, names: string[]): boolean {
  const letters = lettersOf(lower);
  const rest = names.reduce((text, name) => text.replaceAll(name, ""), letters);
  return rest.length < letters.length && rest.replace(/\d/g, "").length < 4;
}

function lettersOf(text: string): string {
  return text.replace(/[^\p{L}\d]/gu, "");
}
