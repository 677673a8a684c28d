import { spawnSync } from "node:child_process";
import { expect, it } from "vitest";
import { spareLoopback } from "./lib/loopback.mjs";
import { nodeProgram, root } from "./lib/project.mjs";

/** @param {Record<string, string>} env */
const spared = (env) => {
  spareLoopback(env);
  return env;
};

it("spares this machine, besides what is spared already", () => {
  const proxy = { HTTP_PROXY: "http://proxy:3128" };
  const own = "localhost,127.0.0.1,[::1]";
  expect(spared({ ...proxy }).NO_PROXY).toBe(own);
  expect(spared({ ...proxy, NO_PROXY: "a.example, localhost" }).NO_PROXY).toBe(`a.example,${own}`);
  expect(spared({ https_proxy: "http://proxy:3128", no_proxy: "a.example" })).toEqual({
    https_proxy: "http://proxy:3128",
    no_proxy: `a.example,${own}`,
  });
  expect(spared({ ...proxy, HOST: "fd00::1" }).NO_PROXY).toBe(`${own},[fd00::1]`);
  expect(spared({ ...proxy, NO_PROXY: "*" }).NO_PROXY).toBe("*");
  expect(spared({ HOST: "10.0.0.1" })).toEqual({ HOST: "10.0.0.1" });
});

it("holds for every command and its children, which read it at their start", () => {
  const asks = `
    const { createServer } = require("node:http");
    const server = createServer((_, answer) => answer.end("ok")).listen(0, "127.0.0.1", () =>
      fetch("http://127.0.0.1:" + server.address().port).then((r) => r.text(), (e) => e.cause.code).then((said) => {
        console.log(said);
        process.exit();
      }));`;
  const source = `
    import { spawnSync } from "node:child_process";
    import { loadEnvFiles } from "./scripts/lib/project.mjs";
    loadEnvFiles("production", "/nowhere");
    const { stdout } = spawnSync(process.execPath, ["-e", ${JSON.stringify(asks)}], { encoding: "utf8" });
    console.log(stdout);`;
  const env = {
    ...process.env,
    NODE_USE_ENV_PROXY: "1",
    HTTP_PROXY: "http://127.0.0.1:9",
    NO_PROXY: undefined,
  };
  const ran = spawnSync(nodeProgram(), ["--input-type=module", "-e", source], {
    cwd: root,
    env: /** @type {NodeJS.ProcessEnv} */ (env),
    encoding: "utf8",
  });
  expect(ran.stdout.trim()).toBe("ok");
});
