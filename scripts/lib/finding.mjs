/**
 * One finding of the doctor.
 * @typedef {{name: string, state: "ok"|"warn"|"fail", message: string, fix?: string}} Finding
 */

/**
 * @param {string} name
 * @param {string} message
 * @returns {Finding}
 */
export const ok = (name, message) => ({ name, state: "ok", message });

/**
 * @param {string} name
 * @param {string} message
 * @param {string} [fix]
 * @returns {Finding}
 */
export const warn = (name, message, fix) => ({ name, state: "warn", message, fix });

/**
 * @param {string} name
 * @param {string} message
 * @param {string} [fix]
 * @returns {Finding}
 */
export const fail = (name, message, fix) => ({ name, state: "fail", message, fix });
