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
await supervise({ dev: process.argv.includes("--dev") });
