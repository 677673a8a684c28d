/**
 * `npm start` and, with `--dev`, `npm run dev`. This file must be readable by old versions of Node, because its first
 * duty is to turn them away in one plain line; everything else is imported after that.
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
