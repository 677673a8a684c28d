/** Characters of an answer that are stored. */
export const MAX_KEPT_CHARS = 2000;

/** Our description of a failed delivery. A library's own words are never stored: they may quote anything. */
export const deliveryFailures = {
  timeout: "No answer in 10 seconds",
  name: "The name cannot be resolved",
  refused: "The connection was refused",
  closed: "The connection was closed before the answer",
  private: "The name leads to an address of a private network",
  secret: "The secret cannot be read: rotate it",
  silent: "The worker did not report back",
  certificate: "The certificate is not valid",
  status: "The endpoint answered",
  request: "The request failed",
} as const;

type DeliveryFailure = keyof typeof deliveryFailures;
export const deliveryFailureCodes = Object.keys(deliveryFailures).filter(isCode);

function isCode(name: string): name is DeliveryFailure {
  return Object.hasOwn(deliveryFailures, name);
}

/** The code of a stored sentence: each begins with words of its own, and some end with a status or a code. */
export function codeOf(said: string | null): DeliveryFailure | null {
  return deliveryFailureCodes.find((code) => said?.startsWith(deliveryFailures[code])) ?? null;
}
