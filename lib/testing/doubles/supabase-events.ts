import { readFileSync } from "node:fs";
import postgres from "postgres";
import { log } from "@/lib/log";

/**
 * The parts of a Supabase project that docs/supabase-webhook.sql builds on: `auth.users`, the role that writes it, and
 * pg_net's function, which like the real one only queues the call (the body's text) in the caller's transaction.
 */
export const SUPABASE_STAND_IN = `
  create schema extensions;
  create schema net;
  create table net.sent (n serial, url text, body text, headers jsonb);
  create function net.http_post(url text, body jsonb default '{}', params jsonb default '{}',
    headers jsonb default '{"Content-Type": "application/json"}', timeout_milliseconds int default 2000)
  returns bigint language plpgsql as $$
  begin
    if (select h.value from jsonb_each_text(headers) h where lower(h.key) = 'content-type') <> 'application/json' then
      raise exception 'Content-Type header must be "application/json"';
    end if;
    insert into net.sent (url, body, headers) values (url, body::text, headers);
    notify pg_net;
    return 1;
  end $$;
  create schema auth;
  create table auth.users (id uuid primary key, email varchar(255), encrypted_password varchar(255),
    email_confirmed_at timestamptz, last_sign_in_at timestamptz, raw_user_meta_data jsonb, created_at timestamptz,
    banned_until timestamptz, deleted_at timestamptz);
  do $$ begin create role trigger_auth_admin; exception when duplicate_object then null; end $$;
  grant usage on schema auth to trigger_auth_admin;
  grant select, insert, update, delete on auth.users to trigger_auth_admin;`;

/** The snippet as an operator runs it: with the address of the webhook and the secret's part after `v1,whsec_`. */
export function webhookSnippet(address: string, key: string): string {
  return readFileSync(new URL("../../../docs/supabase-webhook.sql", import.meta.url), "utf8")
    .replace("create extension if not exists pg_net with schema extensions;", "")
    .replace("https://your-kith.example.com/api/webhooks", address)
    .replace("REPLACE_WITH_BASE64_OF_WEBHOOK_SECRET", key);
}

/** The accounts of the embedded provider equal those of `auth.users`, column by column. */
const MIRROR = `
  create function identity.to_auth() returns trigger language plpgsql as $$
  begin
    if tg_op = 'INSERT' then
      insert into auth.users values (new.id, new.email, new.encrypted_password, new.email_confirmed_at,
        new.last_sign_in_at, new.raw_user_meta_data, new.created_at, new.banned_until);
    elsif tg_op = 'DELETE' then
      delete from auth.users where id = old.id;
    else
      update auth.users set email = new.email, encrypted_password = new.encrypted_password,
        email_confirmed_at = new.email_confirmed_at, last_sign_in_at = new.last_sign_in_at,
        raw_user_meta_data = new.raw_user_meta_data, banned_until = new.banned_until
      where id = new.id;
    end if;
    return null;
  end $$;
  create trigger to_auth after insert or update or delete on identity.users
    for each row execute function identity.to_auth();`;

interface Sent {
  url: string;
  body: string;
  headers: Record<string, string>;
}

/**
 * Runs docs/supabase-webhook.sql on the database of a Supabase double and sends what its triggers queue, once each, as
 * pg_net's worker does. Returns the function that ends it.
 */
export async function sendUserEvents(database: string, address: string, secret: string) {
  const pg = postgres(database, { max: 2, onnotice: () => {} });
  await pg.unsafe(`${SUPABASE_STAND_IN} ${MIRROR}`);
  await pg.unsafe(webhookSnippet(address, secret.replace("v1,whsec_", "")));

  async function sendAll(): Promise<void> {
    const calls = await pg<Sent[]>`delete from net.sent returning url, body, headers`;
    await Promise.all(calls.map(send));
  }
  await pg.listen("pg_net", () => void sendAll());
  return () => pg.end();
}

async function send({ url, body, headers }: Sent): Promise<void> {
  try {
    const response = await fetch(url, { method: "POST", headers, body, signal: AbortSignal.timeout(10_000) });
    await response.arrayBuffer();
  } catch (error) {
    log().warn({ err: error }, "user event not delivered");
  }
}
