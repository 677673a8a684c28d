/**
 * One finding of the doctor.
 * @typedef {{name: string, state: "ok"|"warn"|"fail", message: string, fix?: string}} Finding
 */
export const ok = (name, message) => ({ name, state: "ok", message });
export const warn = (name, message, fix) => ({ name, state: "warn", message, fix });
export const fail = (name, message, fix) => ({ name, state: "fail", message, fix });
