import { createHash, randomBytes, randomUUID } from "node:crypto";
import { mailTo, pause } from "./inbox";
import { head, say } from "./raw";
import {
  type Answer,
  administer,
  anyAddress,
  ask,
  identity,
  newSession,
  newUser,
  type Target,
  target,
  withDatabase,
} from "./target";

const PASSWORD = "a sound password of its owner";
const STRANGERS = "the stranger chose this one";
const address = (name: string) => `${name}-${randomUUID()}@example.com`;

const codeIn = (mail: string) => /code: (\d{6})/.exec(mail)?.[1] ?? "";
const tokenIn = (mail: string) => /token_hash=([\w-]+)/.exec(mail)?.[1] ?? "";

/** The text of an answer, without the parts that have to differ between two callers. */
const shapeOf = ({ status, text }: Answer, email: string) =>
  `${status} ${text
    .replaceAll(email, "EMAIL")
    .replaceAll(/[0-9a-f]{8}-[0-9a-f-]{27}/g, "ID")
    .replaceAll(/\d{4}-\d\d-\d\dT[\d:.]+Z/g, "TIME")}`;

/** Whether any answer reveals that an address has an account, by its text or by its time. */
export async function enumerationFaults(at: Target, only = /./): Promise<string[]> {
  const known = (await newUser(target, "known", PASSWORD)).email;
  const [unknown, waiting] = [address("unknown"), address("waiting")];
  await identity(target, "signup", { body: { email: waiting, password: PASSWORD } });
  const questions: [string, (email: string) => object, string?][] = [
    ["signup", (email) => ({ email, password: STRANGERS })],
    ["token?grant_type=password", (email) => ({ email, password: STRANGERS })],
    ["token?grant_type=password", (email) => ({ email, password: "wrong and long enough" })],
    ["otp", (email) => ({ email, create_user: false })],
    ["recover", (email) => ({ email })],
    ["resend", (email) => ({ email, type: "signup" })],
    ["resend", (email) => ({ email, type: "email_change" })],
    ...["signup", "email", "recovery", "magiclink", "email_change"].map(
      (type): [string, (email: string) => object] => [
        "verify",
        (email) => ({ email, type, token: "000000" }),
      ],
    ),
  ];
  const faults: string[] = [];
  for (const [path, body] of questions.filter(([name]) => only.test(name))) {
    await pause(1100); // one mail a second to an address
    const shapes = await Promise.all(
      [known, unknown, waiting].map(async (email) =>
        shapeOf(await identity(at, path, { body: body(email) }), email),
      ),
    );
    if (new Set(shapes).size > 1)
      faults.push(`${path} tells addresses apart: ${[...new Set(shapes)].join(" | ").slice(0, 300)}`);
  }
  const asker = await newUser();
  const changes = await Promise.all(
    [known, address("nobody")].map(async (email) => {
      await pause(10);
      const headers = { authorization: `Bearer ${asker.token}` };
      return shapeOf(await identity(at, "user", { method: "PUT", headers, body: { email } }), email);
    }),
  );
  if (changes[0] !== changes[1]) faults.push(`PUT user tells addresses apart: ${changes.join(" | ")}`);
  return [...faults, ...(await timeFaults(at, known))];
}

/** Sign-ins in alternation, so that other load on the machine affects both alike. */
async function timeFaults(at: Target, known: string): Promise<string[]> {
  const times: Record<string, number[]> = { known: [], unknown: [] };
  for (let round = 0; round < 9; round++) {
    for (const [name, email] of [
      ["known", known],
      ["unknown", address("x")],
    ] as const) {
      const from = performance.now();
      await identity(at, "token?grant_type=password", { body: { email, password: "wrong and long enough" } });
      times[name]?.push(performance.now() - from);
    }
  }
  const median = (name: string) => times[name]?.toSorted((a, b) => a - b)[4] ?? 0;
  const [one, two] = [median("known"), median("unknown")];
  const isTelling = Math.max(one, two) > 2 * Math.min(one, two) + 30;
  return isTelling
    ? [`a sign-in takes ${Math.round(one)} ms with an account and ${Math.round(two)} ms without`]
    : [];
}

const signIn = (at: Target, email: string, password: string) =>
  identity(at, "token?grant_type=password", { body: { email, password } });

/** Ways in which a stranger could get into a user's account: sign-ups before, after and between, guesses, old proofs. */
export async function takeoverFaults(at: Target): Promise<string[]> {
  const faults: string[] = [];
  for (const order of ["before", "after"]) {
    const email = address("victim");
    const passwords = order === "before" ? [STRANGERS, PASSWORD] : [PASSWORD, STRANGERS];
    for (const password of passwords) {
      await identity(at, "signup", { body: { email, password } });
      await mailTo(email, passwords.indexOf(password));
      await pause(1100);
    }
    const token_hash = tokenIn(await mailTo(email, 1));
    const opened = await identity(at, "verify", { body: { type: "signup", token_hash } });
    if (opened.status !== 200) faults.push(`a link of a sign-up does not work: ${opened.text}`);
    if ((await signIn(at, email, STRANGERS)).status === 200)
      faults.push(`a sign-up ${order} the owner's gets in`);
  }
  const victim = await newUser(target, "victim", PASSWORD);
  await identity(at, "otp", { body: { email: victim.email } });
  const code = codeIn(await mailTo(victim.email));
  const guess = (token: string, from: string) =>
    identity(at, "verify", {
      headers: { "x-forwarded-for": from },
      body: { type: "email", email: victim.email, token },
    });
  const stranger = anyAddress();
  const wrong = code === "000000" ? "111111" : "000000";
  const tries = [];
  for (let i = 0; i < 12; i++) tries.push((await guess(wrong, stranger)).status);
  if (tries.filter((status) => status !== 429).length > 10)
    faults.push(`a client may guess ${tries.length} codes`);
  if ((await guess(code, stranger)).status === 200) faults.push("a client that guessed too often gets in");
  if ((await guess(code, anyAddress())).status !== 200)
    faults.push("a stranger's guesses lock the owner out");
  if ((await guess(code, anyAddress())).status === 200) faults.push("a code is good twice");
  const guesses = await Promise.all(
    Array.from({ length: 30 }, () => signIn(at, victim.email, `wrong ${Math.random()}`)),
  );
  if (guesses.some(({ status }) => status === 200 || status === 500))
    faults.push("guessing passwords gets in");
  return faults;
}

/** Changes of password and address without a new proof, and passwords that are not allowed. */
export async function changeFaults(at: Target): Promise<string[]> {
  const { email, id } = await newUser(target, "owner", PASSWORD);
  const { access_token } = await newSession(target, email);
  await withDatabase(
    (pg) => pg`update identity.sessions set created_at = now() - interval '11 minutes' where user_id = ${id}`,
  );
  const change = (body: object) =>
    identity(at, "user", { method: "PUT", headers: { authorization: `Bearer ${access_token}` }, body });
  const faults: string[] = [];
  const password = "another sound password 47";
  for (const body of [
    { password },
    { email: address("new") },
    { password, current_password: "wrong" },
    { password, nonce: "000000" },
    { password, current_password: "" },
    { email: address("new"), current_password: "wrong" },
    { app_metadata: { role: "service_role" } },
  ])
    if ((await change(body)).status < 400) faults.push(`changes without a proof: ${Object.keys(body)}`);
  const fresh = address("weak");
  const weak = [
    "password",
    "12345678",
    "qwertyuiop",
    "short",
    "aaaaaaaaaaaa",
    fresh,
    fresh.split("@")[0],
    "Passw0rd!",
  ];
  for (const chosen of weak)
    if ((await identity(at, "signup", { body: { email: fresh, password: chosen } })).status < 400)
      faults.push(`takes the password ${chosen}`);
  if ((await change({ password: "password123", current_password: PASSWORD })).status < 400)
    faults.push("takes a weak new password");
  if ((await change({ password, current_password: PASSWORD })).status !== 200)
    faults.push("refuses a change with its proof");
  if ((await signIn(at, email, PASSWORD)).status === 200) faults.push("the old password still works");
  return faults;
}

const TARGETS = [
  "https://evil.example",
  "//evil.example",
  "/\\evil.example",
  "\\\\evil.example",
  "https:evil.example",
  "javascript:alert(1)",
  "data:text/html,x",
  "https://localhost@evil.example",
  "http://localhost.evil.example",
  "http://localhost:1",
  "http://evil.example#localhost",
  "%2f%2fevil.example",
  "/%09/evil.example",
  "\t//evil.example",
  "http://[::1",
  "http://127.0.0.1.nip.io",
  "ftp://localhost",
  "x".repeat(5000),
];

/** Where links lead, what they are bound to, and whom the provider accepts as an administrator. */
export async function linkFaults(at: Target): Promise<string[]> {
  const faults: string[] = [];
  const own = new Set(
    ["localhost", "127.0.0.1", "[::1]"].map((host) => `http://${host}:${new URL(target.url).port}`),
  );
  for (const wanted of TARGETS)
    for (const token of ["x", "pkce_x"]) {
      const path = `/auth/v1/verify?type=magiclink&token=${token}&redirect_to=${encodeURIComponent(wanted)}`;
      const { headers } = await ask(at, path);
      const origin = new URL(headers.get("location") ?? "x:", target.url).origin;
      if (!own.has(origin)) faults.push(`a link leads to ${wanted.slice(0, 40)}`);
    }
  const victim = await newUser();
  const body = JSON.stringify({ email: victim.email });
  await say(
    at,
    `${head(
      "POST /auth/v1/recover?redirect_to=https%3A%2F%2Fevil.example%2Fx HTTP/1.1",
      "Host: evil.example",
      "X-Forwarded-Host: evil.example",
      "Forwarded: host=evil.example;proto=https",
      "X-Forwarded-For: 10.9.8.7",
      `apikey: ${target.secrets.SUPABASE_PUBLISHABLE_KEY}`,
      "Content-Type: application/json",
      `Content-Length: ${body.length}`,
      "Connection: close",
    )}${body}`,
  );
  const mail = await mailTo(victim.email);
  if (mail === "") faults.push("no mail came");
  if (mail.includes("evil.example")) faults.push("a mail leads elsewhere");

  const verifier = randomBytes(32).toString("base64url");
  const challenge = createHash("sha256").update(verifier).digest("base64url");
  const asked = (more: object) => identity(at, "otp", { body: { email: address("pkce"), ...more } });
  for (const more of [
    { code_challenge: verifier, code_challenge_method: "plain" },
    { code_challenge: challenge },
    { code_challenge: "short", code_challenge_method: "s256" },
    { code_challenge: challenge, code_challenge_method: "S512" },
  ])
    if ((await asked(more)).status < 400)
      faults.push(`takes a challenge ${JSON.stringify(more).slice(0, 80)}`);
  const bound = await newUser();
  await identity(at, "otp", {
    body: { email: bound.email, code_challenge: challenge, code_challenge_method: "s256" },
  });
  const token_hash = tokenIn(await mailTo(bound.email));
  const opened = await identity(at, "verify", { body: { type: "magiclink", token_hash } });
  if (!token_hash.startsWith("pkce_") || opened.status < 400)
    faults.push(
      `a link of another browser signs in: ${token_hash} ${opened.status} ${opened.text.slice(0, 200)}`,
    );

  const { SUPABASE_PUBLISHABLE_KEY: publishable = "", SUPABASE_SECRET_KEY: secret = "" } = target.secrets;
  const keys: Record<string, string>[] = [
    {},
    { apikey: publishable },
    { apikey: publishable, authorization: `Bearer ${secret}` },
    { apikey: publishable, authorization: `Bearer ${victim.token}` },
    { apikey: secret, authorization: `Bearer ${victim.token}` },
    { apikey: `${secret}x` },
    { authorization: `Bearer ${secret}` },
  ];
  for (const path of [
    "admin/users",
    `admin/users/${victim.id}`,
    "admin/generate_link",
    "ADMIN/users",
    "admin/users/x",
  ])
    for (const [method, headers] of ["GET", "POST", "PUT", "DELETE"].flatMap((one) =>
      keys.map((key) => [one, key] as const),
    )) {
      const sent = method === "GET" ? {} : { body: { email: victim.email, type: "magiclink" } };
      const { status } = await ask(at, `/auth/v1/${path}`, { method, headers, ...sent });
      if (status < 400 || status >= 500)
        faults.push(`${method} ${path} by ${Object.keys(headers)}: ${status}`);
    }
  if ((await ask(at, `/auth/v1/admin/users?apikey=${secret}`)).status < 400)
    faults.push("takes the secret key in an address");
  const typed = await identity(at, "signup", {
    headers: { "content-type": "text/plain" },
    body: JSON.stringify({ email: address("x"), password: PASSWORD }),
  });
  if (typed.status !== 415) faults.push(`takes text/plain: ${typed.status}`);
  if ((await administer(target, "users")).status !== 200) faults.push("refuses its administrator");
  return faults;
}
