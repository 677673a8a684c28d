import { startCluster } from "./citus.mjs";

/** `node scripts/testing/citus-main.mjs`: a cluster for as long as the process lives. Prints its address. */
const cluster = await startCluster();
console.log(`CITUS_URL=${cluster.url}`);
for (const name of ["SIGINT", "SIGTERM"]) {
  process.once(name, async () => {
    await cluster.stop();
    process.exit(0);
  });
}
