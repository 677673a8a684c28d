/**
 * A value that a test relies on. Throws when it is missing, so that the test fails there.
 * @template T
 * @param {T | null | undefined} value
 * @returns {T}
 */
export function present(value) {
  if (value === null || value === undefined) throw new Error("What the test relies on is missing.");
  return value;
}

/** The data folder of the test's own installation. */
export function testDataDir() {
  return present(process.env.DATA_DIR);
}

/**
 * The port of a listening server.
 * @param {import("node:net").Server} server
 */
export function portOf(server) {
  const address = server.address();
  if (address === null || typeof address === "string")
    throw new Error("The server does not listen on a port.");
  return address.port;
}
