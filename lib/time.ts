/** A day of 24 hours, in seconds and in milliseconds. */
export const DAY_S = 24 * 60 * 60;
export const DAY_MS = DAY_S * 1000;
