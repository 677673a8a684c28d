const { format } = require("node:util");

const LEVELS = { debug: "debug", log: "info", info: "info", warn: "warn", error: "error", trace: "debug" };

/**
 * Turns each call of the console into one JSON line, as the app's own log writes them. Next prints addresses and
 * headers of requests as they arrived: a line break in one would begin a line of the sender's own.
 */
exports.speakInLines = (/** @type {Console} */ target) => {
  for (const [method, level] of Object.entries(LEVELS)) {
    const stream = level === "info" || level === "debug" ? process.stdout : process.stderr;
    /** @param {unknown[]} args */
    const say = (...args) => stream.write(`${lineOf(level, format(...args))}\n`);
    Object.assign(target, { [method]: say });
  }
};

/**
 * @param {string} level
 * @param {string} msg
 */
function lineOf(level, msg) {
  const line = JSON.stringify({ level, time: new Date().toISOString(), msg });
  // JSON leaves these unescaped, but terminals and log readers act on them.
  return line.replace(
    /[\u007f-\u009f\u2028\u2029]/g,
    (char) => `\\u${char.charCodeAt(0).toString(16).padStart(4, "0")}`,
  );
}
