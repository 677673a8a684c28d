import { createHash, createSign, generateKeyPairSync, randomBytes } from "node:crypto";

/**
 * A security key in software (WebAuthn, ES256, attestation "none"), for tests without a browser. It answers requests
 * with whatever origin, site and flags a test wants.
 */
export interface Gesture {
  origin?: string;
  rpId?: string;
  /** The user was verified by a PIN or fingerprint, not only present. */
  userVerified?: boolean;
  /** The signature counter to send, such as the lower one of a cloned key. */
  counter?: number;
}

const sha256 = (data: string | Buffer) => createHash("sha256").update(data).digest();
const base64url = (data: Buffer) => data.toString("base64url");

/** CBOR (RFC 8949) of the parts of an attestation: small numbers, short texts, bytes and maps. */
function cbor(value: unknown): Buffer {
  const head = (major: number, size: number) => {
    if (size < 24) return Buffer.from([(major << 5) | size]);
    return size < 256
      ? Buffer.from([(major << 5) | 24, size])
      : Buffer.from([(major << 5) | 25, size >> 8, size & 255]);
  };
  if (typeof value === "number") return value < 0 ? head(1, -1 - value) : head(0, value);
  if (typeof value === "string")
    return Buffer.concat([head(3, Buffer.byteLength(value)), Buffer.from(value)]);
  if (Buffer.isBuffer(value)) return Buffer.concat([head(2, value.length), value]);
  if (!(value instanceof Map)) throw new Error("not in this subset of CBOR");
  return Buffer.concat([head(5, value.size), ...[...value].flatMap(([key, one]) => [cbor(key), cbor(one)])]);
}

export function newAuthenticator() {
  const { privateKey, publicKey } = generateKeyPairSync("ec", { namedCurve: "P-256" });
  const { x = "", y = "" } = publicKey.export({ format: "jwk" });
  const id = randomBytes(32);
  const cose = cbor(
    new Map<number, unknown>([
      [1, 2],
      [3, -7],
      [-1, 1],
      [-2, Buffer.from(x, "base64url")],
      [-3, Buffer.from(y, "base64url")],
    ]),
  );
  let count = 0;

  const clientData = (type: string, challenge: string, origin = "http://localhost:3000") =>
    Buffer.from(JSON.stringify({ type, challenge, origin, crossOrigin: false }));
  const data = (gesture: Gesture, attested: Buffer = Buffer.alloc(0)) => {
    const flags = 1 | (gesture.userVerified === false ? 0 : 4) | (attested.length > 0 ? 0x40 : 0);
    const counter = Buffer.alloc(4);
    counter.writeUInt32BE(gesture.counter ?? count++);
    return Buffer.concat([sha256(gesture.rpId ?? "localhost"), Buffer.from([flags]), counter, attested]);
  };
  const named = { id: base64url(id), rawId: base64url(id), type: "public-key", clientExtensionResults: {} };

  /** What `navigator.credentials.create` returns. */
  function create(challenge: string, gesture: Gesture = {}) {
    const attested = Buffer.concat([Buffer.alloc(16), Buffer.from([0, id.length]), id, cose]);
    const authData = data(gesture, attested);
    const attestation = new Map<string, unknown>([
      ["fmt", "none"],
      ["attStmt", new Map()],
      ["authData", authData],
    ]);
    const clientDataJSON = base64url(clientData("webauthn.create", challenge, gesture.origin));
    const attestationObject = base64url(cbor(attestation));
    return { ...named, response: { clientDataJSON, attestationObject, transports: ["internal"] } };
  }

  /** What `navigator.credentials.get` returns. */
  function get(challenge: string, gesture: Gesture = {}) {
    const client = clientData("webauthn.get", challenge, gesture.origin);
    const authData = data(gesture);
    const signature = createSign("sha256")
      .update(Buffer.concat([authData, sha256(client)]))
      .sign(privateKey);
    const response = {
      clientDataJSON: base64url(client),
      authenticatorData: base64url(authData),
      signature: base64url(signature),
    };
    return { ...named, response };
  }

  return { id: base64url(id), create, get };
}
