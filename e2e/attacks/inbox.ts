import { head, say } from "./raw";
import { identity, newUser, type Target, target, withDatabase } from "./target";

export const pause = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));

/** The text of the newest mail with a link to an address, as soon as it has arrived. */
export async function mailTo(email: string, since = 0): Promise<string> {
  for (let tries = 0; tries < 60; tries++) {
    const mails = await withDatabase(
      (pg) =>
        pg`select text from inbox_mails where ${email} = any (recipients) and text like ${"%token_hash=%"} order by created_at`,
    );
    if (mails.length > since) return mails.at(-1)?.text ?? "";
    await pause(150);
  }
  return "";
}

/** Headers that show a request from elsewhere, although the connection comes from this machine. */
const STRANGE: Record<string, string>[] = [
  { Host: "evil.example" },
  { Host: "kith.example.com:3000" },
  { Host: "localhost.evil.example" },
  { "X-Forwarded-For": "203.0.113.77" },
  { "X-Forwarded-For": "127.0.0.1, 203.0.113.77" },
  { "X-Forwarded-For": "203.0.113.77, 127.0.0.1" },
  { "X-Real-IP": "203.0.113.77" },
  { "CF-Connecting-IP": "203.0.113.77" },
  { "X-Forwarded-Host": "kith.example.com" },
  { Forwarded: "for=203.0.113.77" },
  { Via: "1.1 proxy" },
];

/** Whether anybody but the person who was given the link can read the inbox. `link` opens it, once. */
export async function inboxFaults(at: Target, link: string): Promise<string[]> {
  const host = `localhost:${new URL(at.url).port}`;
  const get = async (path: string, more: Record<string, string> = {}) => {
    const lines = Object.entries({ Host: host, ...more }).map(([name, value]) => `${name}: ${value}`);
    return (await say(at, head(`GET ${path} HTTP/1.1`, ...lines, "Connection: close"), 4000)).text;
  };
  const { pathname, search } = new URL(link);
  const faults: string[] = [];
  const mail = await newUser(target, "inbox");
  await identity(target, "recover", { body: { email: mail.email } });
  await mailTo(mail.email);
  const shows = (text: string) => text.includes(mail.email);
  for (const strange of STRANGE) {
    const text = await get(`${pathname}${search}`, strange);
    if (/set-cookie: *kith-inbox/i.test(text)) faults.push(`opens for ${JSON.stringify(strange)}`);
  }
  const opened = await get(`${pathname}${search}`);
  const cookie = /set-cookie: *(kith-inbox=[^;]+)/i.exec(opened)?.[1] ?? "";
  if (!shows(await get("/inbox", { Cookie: cookie }))) faults.push("does not open for its owner");
  if (/set-cookie/i.test(await get(`${pathname}${search}`))) faults.push("a link opens twice");
  for (const strange of STRANGE)
    if (shows(await get("/inbox", { Cookie: cookie, ...strange })))
      faults.push(`shows itself to ${JSON.stringify(strange)}`);
  for (const forged of [
    "",
    "kith-inbox=x",
    `${cookie}x`,
    cookie.replace(/=\d/, "=9"),
    `kith-inbox=${Date.now()}.x`,
  ])
    if (shows(await get("/inbox", { Cookie: forged }))) faults.push(`shows itself for the cookie ${forged}`);
  return faults;
}
