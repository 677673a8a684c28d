import { randomUUID } from "node:crypto";
import { createClient, type SupabaseClient } from "@supabase/supabase-js";
import { identityFetch, identityUrl } from "@/lib/identity/client";
import { setDelivery } from "@/lib/identity/embedded/events";
import { realtime } from "@/lib/identity/transport";

/** An identity provider under test. */
export interface Project {
  name: string;
  url: string;
  publishable: string;
  secret: string;
  fetch: typeof fetch;
}

/**
 * The embedded provider always; a real project too when CONTRACT_SUPABASE_URL, CONTRACT_SUPABASE_PUBLISHABLE_KEY and
 * CONTRACT_SUPABASE_SECRET_KEY are set. Its test users are deleted again.
 */
export function projectsUnderTest(): Project[] {
  // Workspaces are the subject of another suite, and no server listens here.
  setDelivery(async () => {});
  const { SUPABASE_PUBLISHABLE_KEY, SUPABASE_SECRET_KEY, ...env } = process.env;
  const embedded = {
    name: "embedded",
    url: identityUrl(),
    publishable: SUPABASE_PUBLISHABLE_KEY ?? "",
    secret: SUPABASE_SECRET_KEY ?? "",
    fetch: identityFetch,
  };
  if (!env.CONTRACT_SUPABASE_URL) return [embedded];
  const hosted = {
    name: "hosted",
    url: env.CONTRACT_SUPABASE_URL,
    publishable: env.CONTRACT_SUPABASE_PUBLISHABLE_KEY ?? "",
    secret: env.CONTRACT_SUPABASE_SECRET_KEY ?? "",
    fetch,
  };
  return [embedded, hosted];
}

/** What the contract's tests need from a project: clients without a stored session, users, signing in. */
export function contractTools(project: Project) {
  const created: string[] = [];
  const client = (key = project.publishable): SupabaseClient =>
    createClient(project.url, key, {
      auth: { persistSession: false, autoRefreshToken: false },
      global: { fetch: project.fetch },
      realtime,
    });
  const admin = client(project.secret).auth.admin;
  const password = `correct horse ${randomUUID()}`;
  const newEmail = () => `contract-${randomUUID()}@example.com`;

  /** A confirmed user with the password above. */
  async function newUser() {
    const email = newEmail();
    const { data, error } = await admin.createUser({ email, password, email_confirm: true });
    if (error) throw error;
    created.push(data.user.id);
    return { id: data.user.id, email };
  }

  async function signedIn(email: string) {
    const sdk = client();
    const { data, error } = await sdk.auth.signInWithPassword({ email, password });
    if (error) throw error;
    return { sdk, session: data.session, user: data.user };
  }

  async function deleteUsers() {
    for (const id of created) await admin.deleteUser(id);
  }

  return { client, admin, password, newEmail, newUser, signedIn, created, deleteUsers };
}
