import { resolve } from "node:path";
import { z } from "zod";
import services from "./services.json" with { type: "json" };

/** An empty variable counts as unset: shells and dashboards cannot always remove one. */
const text = z.string().trim().min(1).optional();
const httpUrl = z.url({ protocol: /^https?$/ }).optional();
const flag = z.enum(["0", "1", "true", "false"]).optional();
const whole = (fallback: number, least = 0) => z.coerce.number().int().min(least).default(fallback);

/** Entries separated by commas, each of which must be usable: one that is not would only do nothing. */
const list = (isUsable: (entry: string) => boolean, message: string) =>
  text.refine((value) => listedIn(value).every(isUsable), { message });

const variables = z.object({
  NODE_ENV: z.string().default("development"),
  PORT: whole(3000),
  DATA_DIR: z.string().default(".data"),
  APP_URL: httpUrl,
  INTERNAL_URL: httpUrl,
  /** Processes of this app on this machine; the supervisor sets it. */
  WEB_CONCURRENCY: z.coerce.number().int().min(1).default(1),
  LOG_LEVEL: z.enum(["debug", "info", "warn", "error", "silent"]).default("info"),
  TRUSTED_PROXY_HOPS: z.coerce.number().int().min(0).optional(),

  DATABASE_URL: text,
  DATABASE_POOL_SIZE: whole(10),
  EMBEDDED_DATABASE: flag,

  SUPABASE_URL: httpUrl,
  SUPABASE_PUBLISHABLE_KEY: text,
  SUPABASE_SECRET_KEY: text,
  AUTH_AUTOCONFIRM: flag,
  /** `open`, `closed`, or domains separated by commas. */
  AUTH_SIGNUP: text.refine((value) => value === undefined || parseSignUp(value) !== null, {
    message: "must be open, closed, or domains separated by commas",
  }),
  /** New accounts from one client address; 0: no limit. */
  AUTH_SIGNUPS_PER_DAY: z.coerce.number().int().min(0).optional(),
  /** Besides the pages under APP_URL: origins with the same pages, or whole addresses, separated by commas. */
  AUTH_REDIRECT_ORIGINS: list(isHttpUrl, "must be origins or URLs (https://…), separated by commas"),
  /** Sign-in with an OpenID provider, beside the embedded one: all three, or none. */
  OIDC_ISSUER: z
    .url({ protocol: /^https?$/ })
    .refine((value) => !URL.canParse(value) || isSafeIssuer(value), {
      message: "must be https (http only on this machine), without query, and of one Entra tenant",
    })
    .optional(),
  OIDC_CLIENT_ID: text,
  OIDC_CLIENT_SECRET: text,
  OIDC_NAME: z.string().trim().max(40).optional(),
  WEBHOOK_SECRET: text,
  /**
   * Hosts to which webhooks may be sent although they are private, or have no TLS; separated by commas, each with or
   * without a port.
   */
  WEBHOOK_ALLOWED_HOSTS: list(
    isHost,
    "must be host or host:port, separated by commas, without https:// or a path",
  ),

  BLOB_READ_WRITE_TOKEN: text,
  S3_BUCKET: text,
  /** Unset: Amazon's, for the region. */
  S3_ENDPOINT: httpUrl,
  S3_REGION: z.string().trim().min(1).default("us-east-1"),
  S3_ACCESS_KEY_ID: text,
  S3_SECRET_ACCESS_KEY: text,
  /** The bucket is in the path instead of the host name. */
  S3_FORCE_PATH_STYLE: flag,
  UPSTASH_REDIS_REST_URL: httpUrl,
  UPSTASH_REDIS_REST_TOKEN: text,
  OPENAI_API_KEY: text,
  OPENAI_BASE_URL: httpUrl,
  OPENAI_MODEL: z.string().default("gpt-5-mini"),
  RESEND_API_KEY: text,
  RESEND_BASE_URL: httpUrl,
  MAIL_FROM: z
    .string()
    .refine((value) => SENDER.test(value.trim()), {
      message: "must be an address, or a name and an address: Kith <kith@example.com>",
    })
    .default("Kith <notifications@localhost.localdomain>"),

  CRON_SECRET: text,
  /** For GET /metrics, which does not exist without it. */
  METRICS_TOKEN: z.string().trim().min(16).optional(),
  /** The supervisor makes the backups (scripts/lib/backups.mjs); the app tells when one is missing. */
  BACKUP_SCHEDULE: text,
  BACKUP_DIR: text,
  /** Where traces are sent; without either there are none. The exporter reads the other OTEL_EXPORTER_OTLP_ variables itself. */
  OTEL_EXPORTER_OTLP_ENDPOINT: z.url().optional(),
  OTEL_EXPORTER_OTLP_TRACES_ENDPOINT: z.url().optional(),
  OTEL_SDK_DISABLED: text,
  OTEL_SERVICE_NAME: text,
  OTEL_TRACES_EXPORTER: text,
  OTEL_TRACES_SAMPLER: text,
  OTEL_TRACES_SAMPLER_ARG: z.coerce.number().min(0).max(1).default(1),
  INBOX_SECRET: text,
  ENCRYPTION_KEYS: text,
  JOB_TIME_BUDGET_MS: whole(240_000),
  /** With less, a job is given away before its worker can say that it lives. */
  JOB_LEASE_MS: whole(20_000, 100),
  IMPORT_BATCH_ROWS: whole(20_000, 1),
  WORKSPACE_STORAGE_BYTES: whole(10 * 1024 ** 3),
  DISK_FLOOR_BYTES: whole(1024 ** 3),
  VERCEL: flag,
});

export type Env = ReturnType<typeof parse>;

const holder = globalThis as typeof globalThis & { kithEnv?: Env };

/** The configuration, parsed once per process. Throws one error that names every bad variable, never a value. */
export function env(): Env {
  holder.kithEnv ??= parse(process.env);
  return holder.kithEnv;
}

/** Discards the parsed configuration, so that a test can change a variable. */
export function resetEnv(): void {
  holder.kithEnv = undefined;
}

function read(source: NodeJS.ProcessEnv) {
  const filled = Object.fromEntries(Object.entries(source).filter(([, value]) => value?.trim()));
  return variables.superRefine(isWholeOidc).safeParse(filled);
}

/** Every variable that the app cannot use, and why, never its value. */
export function problemsOf(source: NodeJS.ProcessEnv): string[] {
  return (read(source).error?.issues ?? []).map((issue) => `${issue.path.join(".")}: ${issue.message}`);
}

function parse(source: NodeJS.ProcessEnv) {
  const result = read(source);
  if (!result.success) {
    const problems = problemsOf(source).map((problem) => `  ${problem}`);
    throw new Error(`Configuration is not usable:\n${problems.join("\n")}\nSee .env.example.`);
  }
  const raw = result.data;
  const appUrl = (raw.APP_URL ?? `http://localhost:${raw.PORT}`).replace(/\/$/, "");
  const isPublic = !isLoopback(appUrl) || raw.RESEND_API_KEY !== undefined;
  return {
    ...raw,
    DATA_DIR: resolve(/* turbopackIgnore: true */ raw.DATA_DIR),
    APP_URL: appUrl,
    INTERNAL_URL: (raw.INTERNAL_URL ?? `http://127.0.0.1:${raw.PORT}`).replace(/\/$/, ""),
    /** Only on a private installation is an address accepted without proof. */
    AUTH_AUTOCONFIRM: raw.AUTH_AUTOCONFIRM === undefined ? !isPublic : isOn(raw.AUTH_AUTOCONFIRM),
    AUTH_SIGNUPS_PER_DAY: raw.AUTH_SIGNUPS_PER_DAY ?? (isPublic ? 50 : 0),
    signUp: parseSignUp(raw.AUTH_SIGNUP ?? "open") ?? { kind: "closed" as const },
    /** Strangers can reach the app: it has an address beyond this machine, or sends real mail. */
    isPublic,
    oidc: oidcOf(raw),
    VERCEL: isOn(raw.VERCEL),
    S3_FORCE_PATH_STYLE: isOn(raw.S3_FORCE_PATH_STYLE),
    /** Which parts run inside this process instead of on a hosted service. */
    embedded: embeddedParts(raw),
  };
}

/** The parts of the product that a hosted service can replace (lib/services.json). */
type ServiceName = keyof typeof services;

function embeddedParts(raw: z.output<typeof variables>): Record<ServiceName, boolean> {
  const parts = Object.entries(services).map(([name, service]) => {
    const hosts = [service, ...("or" in service ? [service.or] : [])];
    const isHere = hosts.every(({ hostedBy }) => !Reflect.get(raw, hostedBy));
    return [name, name === "database" ? isOn(raw.EMBEDDED_DATABASE) : isHere];
  });
  return Object.fromEntries(parts);
}

const OIDC = ["OIDC_ISSUER", "OIDC_CLIENT_ID", "OIDC_CLIENT_SECRET"] as const;

function isWholeOidc(raw: z.output<typeof variables>, context: z.RefinementCtx): void {
  if (OIDC.every((name) => !raw[name])) return;
  for (const name of OIDC.filter((name) => !raw[name])) {
    context.addIssue({
      code: "custom",
      path: [name],
      message: "is missing: sign-in with a provider needs it",
    });
  }
}

/** The OpenID provider; null without one, and with a hosted project, which has its own. */
function oidcOf(raw: z.output<typeof variables>) {
  const { OIDC_ISSUER: issuer, OIDC_CLIENT_ID: clientId, OIDC_CLIENT_SECRET: clientSecret } = raw;
  if (!issuer || !clientId || !clientSecret || raw.SUPABASE_URL) return null;
  return { issuer, clientId, clientSecret, name: raw.OIDC_NAME ?? null };
}

/**
 * Anybody who reads the connection could answer as the provider, so plain http is for this machine only. Entra's
 * shared endpoints (`common`, …) would let in any organisation's users.
 */
function isSafeIssuer(value: string): boolean {
  const { protocol, hostname, pathname, search, username } = new URL(value);
  const isShared =
    hostname === "login.microsoftonline.com" && /^\/(?:common|organizations|consumers)\b/i.test(pathname);
  return (protocol === "https:" || isLoopback(value)) && !search && !username && !isShared;
}

/** Who may create an account with the embedded identity provider. */
type SignUpPolicy = { kind: "open" } | { kind: "closed" } | { kind: "domains"; domains: string[] };

const DOMAIN = /^(?:[a-z0-9](?:[a-z0-9-]*[a-z0-9])?\.)+[a-z]{2,}$/;

function parseSignUp(value: string): SignUpPolicy | null {
  const kind = value.toLowerCase();
  if (kind === "open" || kind === "closed") return { kind };
  const domains = kind.split(",").map((domain) => domain.trim().replace(/^@/, ""));
  return domains.every((domain) => DOMAIN.test(domain)) ? { kind: "domains", domains } : null;
}

const SENDER = /^(?:[^<>\r\n]*<[^\s<>@]+@[^\s<>@]+>|[^\s<>@]+@[^\s<>@]+)$/;

function isHttpUrl(entry: string): boolean {
  return URL.canParse(entry) && /^https?:$/.test(new URL(entry).protocol);
}

function isHost(entry: string): boolean {
  return !/[/@?#\s]/.test(entry) && URL.canParse(`http://${entry}`);
}

/** What a variable lists, separated by commas. */
export function listedIn(value: string | undefined): string[] {
  return (value ?? "").split(",").flatMap((entry) => entry.trim() || []);
}

/** An address that can only be this machine. */
function isLoopback(url: string): boolean {
  const { hostname } = new URL(url);
  return /^(?:.+\.)?localhost$|^127(?:\.\d{1,3}){3}$|^\[::1\]$/.test(hostname);
}

function isOn(value: string | undefined): boolean {
  return value === "1" || value === "true";
}
