/**
 * `npm start` and, with `--dev`, `npm run dev`. Old versions of Node must be able to parse this file, because it first
 * rejects them with one plain line; everything else is imported after that.
 */
const [major = 0, minor = 0] = process.versions.node.split(".").map(Number);

if (major < 20 || (major === 20 && minor < 19)) {
  console.error(
    `\n  ✗ Kith needs Node 20.19 or newer; this is ${process.version}. Get one from https://nodejs.org\n`,
  );
  process.exit(1);
}

const { supervise } = await import("./lib/supervisor.mjs");
const { commandArguments } = await import("./lib/command-arguments.mjs");
const { printFailure } = await import("./lib/failure.mjs");

const isDev = asked();
if (isDev !== null) await supervise({ dev: isDev });

/** Whether development is asked for; null when there is something else, such as `--port`, which no option sets. */
function asked() {
  const usage =
    "PORT=3000 DATA_DIR=.data npm start (.env.example has every variable; `npm run dev` for development)";
  try {
    return commandArguments(usage, { dev: { type: "boolean" } }).values.dev === true;
  } catch (error) {
    process.exitCode = printFailure(error);
    return null;
  }
}
