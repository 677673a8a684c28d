import { spawnSync } from "node:child_process";
import {
  accessSync,
  constants,
  existsSync,
  mkdirSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} from "node:fs";
import { delimiter, join } from "node:path";
import { Failure, messageOf } from "./failure.mjs";
import { nodeProgram, root } from "./project.mjs";
import { runTask } from "./task.mjs";

/**
 * Launch options of a Chromium that works here, for Playwright. Installed browsers are tried first, then the one from
 * npm, then downloads; each counts only after it has shown a page. System packages are installed only with
 * `mayInstall`.
 * @param {{mayInstall?: boolean}} [permission]
 * @returns {Promise<{name: string, executablePath?: string, env?: NodeJS.ProcessEnv}>}
 */
export async function findBrowser({ mayInstall = false } = {}) {
  const tried = [];
  for (const [name, offer] of candidates) {
    const options = await offer({ mayInstall });
    if (!options) continue;
    const problem = await tryBrowser(options);
    if (!problem) return { name, ...options };
    tried.push(`${name}: ${problem}`);
  }
  throw new Failure(
    "No browser for the end-to-end tests. Install Chromium, or name one: PLAYWRIGHT_CHROMIUM_PATH=/path/to/chromium npm test. " +
      "As root on Debian or Ubuntu, `npm test -- --install-browser` installs the system's.",
    tried.join("\n"),
  );
}

/**
 * @typedef {{ executablePath?: string, env?: NodeJS.ProcessEnv }} Browser
 * @type {[string, (permission: { mayInstall: boolean }) => Browser | null | Promise<Browser | null>][]}
 */
const candidates = [
  ["PLAYWRIGHT_CHROMIUM_PATH", namedBrowser],
  ["Playwright's Chromium", playwrightBrowser],
  ["the system's browser", systemBrowser],
  ["Chromium from npm", packagedBrowser],
  ["Playwright's download", downloadedBrowser],
  ["Debian's Chromium", debianBrowser],
];

/** @param {import("playwright").LaunchOptions} options */
async function tryBrowser(options) {
  const { chromium } = await import("playwright");
  try {
    const browser = await chromium.launch({ ...options, timeout: 30_000 });
    try {
      const page = await browser.newPage();
      await page.goto("data:text/html,<title>works</title>", { timeout: 15_000 });
      return (await page.title()) === "works" ? null : "it shows no page";
    } finally {
      await browser.close();
    }
  } catch (error) {
    return messageOf(error).split("\n")[0];
  }
}

function namedBrowser() {
  const executablePath = process.env.PLAYWRIGHT_CHROMIUM_PATH;
  return executablePath ? { executablePath } : null;
}

async function playwrightBrowser() {
  const { chromium } = await import("playwright");
  return existsSync(chromium.executablePath()) ? {} : null;
}

function systemBrowser() {
  const names = ["chromium", "chromium-browser", "google-chrome", "google-chrome-stable"];
  const folders = (process.env.PATH ?? "").split(delimiter);
  const paths = [
    ...names.flatMap((name) => folders.map((folder) => join(folder, name))),
    "/Applications/Google Chrome.app/Contents/MacOS/Google Chrome",
    "/Applications/Chromium.app/Contents/MacOS/Chromium",
  ];
  const executablePath = paths.find(isExecutable);
  return executablePath ? { executablePath } : null;
}

/** @param {string} path */
function isExecutable(path) {
  try {
    accessSync(path, constants.X_OK);
    return true;
  } catch {
    return false;
  }
}

/**
 * The npm package is made for a cloud function, but includes everything a bare Linux lacks: libraries and a font. Its
 * own start-up options are left out (`--single-process` hangs on the second context), and it is unpacked into our
 * cache, because its fixed names in the shared temporary folder collide between users.
 */
async function packagedBrowser() {
  const home = join(root, "node_modules/@sparticuz/chromium");
  if (process.platform !== "linux" || process.arch !== "x64" || !existsSync(home)) return null;
  const { version } = JSON.parse(readFileSync(join(home, "package.json"), "utf8"));
  const folder = join(root, ".cache", `chromium-${version}`);
  if (!existsSync(folder)) await unpack(home, folder);
  writeFileSync(join(folder, "fonts.conf"), fontSettings(folder)); // anew each time: the project may have been moved
  const env = { ...process.env, LD_LIBRARY_PATH: join(folder, "al2023/lib"), FONTCONFIG_PATH: folder };
  return { executablePath: join(folder, "chromium"), env };
}

/**
 * @param {string} home
 * @param {string} folder
 */
async function unpack(home, folder) {
  const { inflate } = await import("@sparticuz/chromium");
  const unfinished = `${folder}.${process.pid}`;
  mkdirSync(unfinished, { recursive: true });
  const before = process.env.TMPDIR;
  process.env.TMPDIR = unfinished;
  try {
    for (const name of ["chromium.br", "al2023.tar.br", "swiftshader.tar.br", "fonts.tar.br"]) {
      await inflate(join(home, "bin", name));
    }
  } finally {
    if (before === undefined) delete process.env.TMPDIR;
    else process.env.TMPDIR = before;
  }
  rmSync(folder, { recursive: true, force: true });
  renameSync(unfinished, folder);
}

const fontSettings = (/** @type {string} */ folder) => `<?xml version="1.0"?>
<!DOCTYPE fontconfig SYSTEM "fonts.dtd">
<fontconfig><dir>${folder}/fonts</dir><cachedir>${folder}/font-cache</cachedir></fontconfig>
`;

/** Without internet access this fails in two seconds, so trying is cheap. */
async function downloadedBrowser() {
  const cli = join(root, "node_modules/playwright/cli.js");
  const { ending } = await runTask(nodeProgram(), [cli, "install", "--only-shell", "chromium"]);
  return ending === 0 ? {} : null;
}

/** Installs a system package, so only on request. */
export async function debianBrowser({ mayInstall = false } = {}) {
  if (!mayInstall || process.getuid?.() !== 0 || spawnSync("apt-get", ["--version"]).status !== 0)
    return null;
  const env = { ...process.env, DEBIAN_FRONTEND: "noninteractive" };
  await runTask("apt-get", ["update"], { env });
  const { ending } = await runTask("apt-get", ["install", "-y", "--no-install-recommends", "chromium"], {
    env,
  });
  return ending === 0 ? systemBrowser() : null;
}
