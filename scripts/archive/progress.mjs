const EVERY_MS = { terminal: 100, log: 10_000 };

/** A progress line: rewritten in place at a terminal, printed now and then in a log. On stderr. */
export function showProgress(stream = process.stderr) {
  const pause = stream.isTTY ? EVERY_MS.terminal : EVERY_MS.log;
  let shownAt = performance.now();
  const show = (/** @type {string} */ text) => {
    if (performance.now() - shownAt < pause) return;
    shownAt = performance.now();
    stream.write(stream.isTTY ? `\r\u001b[2K  ${text}` : `  ${text}\n`);
  };
  const clear = () => stream.isTTY && stream.write("\r\u001b[2K");
  return { show, clear };
}
