import { Resolver } from "node:dns";
import { resolve } from "node:path";
import { z } from "zod";
import {
  type Config as BackendConfig,
  type Settings as BackendSettings,
  isAddressRange,
  isLoopback,
  type ProjectSettings,
  type S3Settings,
} from "#backend";
import manifest from "./package.json" with { type: "json" };

/** The product's own settings. */
type ProductSettings = {
  contactEmail: string;
  /** Name servers for verifying custom domains, instead of the system's. */
  dnsServers: string[];
  /** The size of the page cache in MB; 0 disables it. */
  pageCacheMb: number;
  /** A Supabase project to use instead of our own backend. */
  project: ProjectSettings | undefined;
};

/** The complete settings; see the table in README.md. */
export type Config = BackendConfig & ProductSettings;

/** The settings without the JWT secret, which a Supabase project does not share. */
export type SiteConfig = Omit<Config, "jwtSecret">;

/** The settings from the environment; secrets may be missing. */
export type Settings = BackendSettings & ProductSettings;

const optionalUrl = (protocol: RegExp) => z.url({ protocol }).optional();

const Environment = z.object({
  PORT: z.coerce.number().int().min(0).max(65_535).default(3000),
  HOST: z.string().default("127.0.0.1"),
  SITE_URL: z.url({ protocol: /^https?$/ }).optional(),
  DATA_DIR: z.string().default("./data"),
  DATABASE_URL: optionalUrl(/^postgres(ql)?$/),
  SUPABASE_URL: optionalUrl(/^https?$/),
  SUPABASE_PUBLISHABLE_KEY: z.string().optional(),
  SUPABASE_ANON_KEY: z.string().optional(),
  SUPABASE_SECRET_KEY: z.string().optional(),
  SUPABASE_SERVICE_ROLE_KEY: z.string().optional(),
  DATABASE_POOLER_URL: optionalUrl(/^postgres(ql)?$/),
  S3_ENDPOINT: optionalUrl(/^https?$/),
  S3_REGION: z.string().default("us-east-1"),
  S3_BUCKET: z
    .string()
    .regex(/^[a-z0-9][a-z0-9.-]{1,61}[a-z0-9]$/, "is not the name of a bucket")
    .optional(),
  S3_ACCESS_KEY_ID: z.string().optional(),
  S3_SECRET_ACCESS_KEY: z.string().optional(),
  S3_FORCE_PATH_STYLE: z.enum(["true", "false"]).optional(),
  SMTP_URL: optionalUrl(/^smtps?$/),
  SMTP_TIMEOUT: z.coerce.number().min(1).max(45).default(30),
  MAIL_FROM: z.string().optional(),
  JWT_SECRET: z.string().min(32, "needs at least 32 characters").optional(),
  ANON_KEY: z.string().optional(),
  SERVICE_ROLE_KEY: z.string().optional(),
  CONTACT_EMAIL: z.email().default("hola@vitrina.example"),
  DEFAULT_COUNTRY: z
    .string()
    .regex(/^[A-Z]{2}$/, "is a country code such as US")
    .default("US"),
  SIGNUP: z.enum(["bootstrap", "open"]).default("bootstrap"),
  TRUSTED_PROXIES: z
    .string()
    .default("")
    .transform((list) => list.split(/[\s,]+/).filter((range) => range !== ""))
    .refine(
      (ranges) => ranges.every(isAddressRange),
      "is a list of addresses and ranges such as 127.0.0.1, 10.0.0.0/8",
    ),
  DNS_SERVERS: z
    .string()
    .default("")
    .transform((list) => list.split(/[\s,]+/).filter((server) => server !== ""))
    .refine(areNameServers, "is a list of name servers such as 1.1.1.1, 127.0.0.1:5353"),
  PAGE_CACHE_MB: z.coerce.number().min(0).max(10_000).default(64),
  METRICS_TOKEN: z.string().min(16, "needs at least 16 characters").optional(),
  STOP_PAUSE: z.coerce.number().min(0).max(60).default(0),
  LOG_LEVEL: z.enum(["debug", "info", "warn", "error"]).optional(),
  NODE_ENV: z.string().optional(),
});

/** The names of all environment variables. */
export const settingNames = Object.keys(Environment.shape);

/** Finds settings that require others, and settings that have no effect. */
function findGaps(given: Record<string, string>): string[] {
  const missing = (name: string, reason: string) =>
    given[name] ? [] : [`${name}: must be given ${reason}`];
  const usesS3 = !given.SUPABASE_URL && Object.keys(given).some((name) => s3Names.includes(name));
  const sharesSecret = given.NODE_ENV === "production" || usesS3;
  return [
    ...findProjectGaps(given),
    ...(given.DATABASE_POOLER_URL
      ? missing("DATABASE_URL", "when DATABASE_POOLER_URL is: PostgreSQL itself")
      : []),
    ...(given.DATABASE_URL && !given.SUPABASE_URL && sharesSecret
      ? missing("JWT_SECRET", "when DATABASE_URL is, so that all processes share it")
      : []),
    ...(usesS3 ? s3Needs.flatMap((name) => missing(name, "when another S3 setting is")) : []),
    ...(given.HOST && !isLoopback(given.HOST)
      ? missing("SITE_URL", "when HOST is not this machine's own address")
      : []),
  ];
}

/**
 * A Supabase project needs its URL and both keys, each with the right role, since browsers receive
 * the publishable one. Settings of our own backend are rejected.
 */
function findProjectGaps(given: Record<string, string>): string[] {
  const names = Object.keys(given);
  const renamed = Object.entries(namedOtherwise).flatMap(([name, advice]) =>
    given[name] ? [`${name}: ${advice}`] : [],
  );
  if (!given.SUPABASE_URL) {
    const keys = names.filter((name) => Object.values(keyNames).flat().includes(name));
    const words = "must be given when a key of the project is";
    return [...renamed, ...(keys.length > 0 ? [`SUPABASE_URL: ${words}`] : [])];
  }
  const keys = Object.entries(keyNames).flatMap(([role, both]) => {
    const found = both.filter((name) => given[name]);
    if (found.length === 0) return [`${both[0]}: must be given when SUPABASE_URL is`];
    return found.flatMap((name) =>
      roleOfKey(given[name] ?? "") === role ? [] : [`${name}: is no key of the role ${role}`],
    );
  });
  const isOwn = originOf(given.SUPABASE_URL) === originOf(siteUrlOf(given.SITE_URL, given.PORT));
  const loop = isOwn ? ["SUPABASE_URL: is the address of this site itself"] : [];
  const ignored = names.filter((name) => ownBackendNames.includes(name));
  const words = "has no effect when SUPABASE_URL is given: the project has its own";
  return [...renamed, ...loop, ...keys, ...ignored.map((name) => `${name}: ${words}`)];
}

function originOf(url: string): string | undefined {
  return URL.canParse(url) ? new URL(url).origin : undefined;
}

function siteUrlOf(given: string | undefined, port: number | string = 3000): string {
  return (given ?? `http://localhost:${port}`).replace(/\/+$/, "");
}

/** A project has new keys, old ones, or both. */
const keyNames = {
  anon: ["SUPABASE_PUBLISHABLE_KEY", "SUPABASE_ANON_KEY"],
  service_role: ["SUPABASE_SECRET_KEY", "SUPABASE_SERVICE_ROLE_KEY"],
};

/** Names that other tools use for settings of ours. */
const namedOtherwise = {
  SUPABASE_DB_URL: "use DATABASE_URL instead",
  SUPABASE_JWT_SECRET: "is not needed: the project verifies tokens",
};

/** New keys start with their kind; old ones are tokens with a role. */
function roleOfKey(key: string): unknown {
  if (key.startsWith("sb_publishable_")) return "anon";
  if (key.startsWith("sb_secret_")) return "service_role";
  try {
    return JSON.parse(Buffer.from(key.split(".")[1] ?? "", "base64url").toString()).role;
  } catch {
    return undefined;
  }
}

const s3Needs = ["S3_BUCKET", "S3_ACCESS_KEY_ID", "S3_SECRET_ACCESS_KEY"];
const s3Names = [...s3Needs, "S3_ENDPOINT", "S3_REGION", "S3_FORCE_PATH_STYLE"];

/** Settings without effect in front of a Supabase project. */
const ownBackendNames = [
  ...s3Names,
  "DATABASE_POOLER_URL",
  "JWT_SECRET",
  "ANON_KEY",
  "SERVICE_ROLE_KEY",
  "SIGNUP",
];

/**
 * Parses the environment. Throws an error that lists all faults, one per line. An empty value
 * counts as not set.
 */
export function readSettings(environment: Record<string, string | undefined>): Settings {
  const given = withoutEmpty(environment);
  const parsed = Environment.safeParse(given);
  const gaps = findGaps(given);
  if (!parsed.success) throw new Error([...listFaults(parsed.error), ...gaps].join("\n"));
  if (gaps.length > 0) throw new Error(gaps.join("\n"));
  const values = parsed.data;
  return {
    name: "Vitrina",
    version: manifest.version,
    port: values.PORT,
    host: values.HOST,
    siteUrl: siteUrlOf(values.SITE_URL, values.PORT),
    dataDir: resolve(values.DATA_DIR),
    databaseUrl: values.DATABASE_URL,
    poolerUrl: values.DATABASE_POOLER_URL,
    s3: readS3(values),
    smtpUrl: values.SMTP_URL,
    smtpTimeoutSeconds: values.SMTP_TIMEOUT,
    mailFrom: values.MAIL_FROM ?? `Vitrina <${values.CONTACT_EMAIL}>`,
    jwtSecret: values.JWT_SECRET,
    anonKey: values.ANON_KEY,
    serviceRoleKey: values.SERVICE_ROLE_KEY,
    contactEmail: values.CONTACT_EMAIL,
    defaultCountry: values.DEFAULT_COUNTRY,
    signup: values.SIGNUP,
    trustedProxies: values.TRUSTED_PROXIES,
    dnsServers: values.DNS_SERVERS,
    pageCacheMb: values.PAGE_CACHE_MB,
    project: readProject(values),
    metricsToken: values.METRICS_TOKEN,
    stopPauseSeconds: values.STOP_PAUSE,
    logLevel: values.LOG_LEVEL,
    production: values.NODE_ENV === "production",
  };
}

/** As `readSettings`, for commands that need our own database. */
export function readOwnSettings(environment: Record<string, string | undefined>): Settings {
  const settings = readSettings(environment);
  if (settings.project)
    throw new Error("SUPABASE_URL: this command does not work with a Supabase project");
  return settings;
}

function readProject(values: z.infer<typeof Environment>): ProjectSettings | undefined {
  const { SUPABASE_URL: url, SUPABASE_PUBLISHABLE_KEY, SUPABASE_SECRET_KEY } = values;
  const anonKey = SUPABASE_PUBLISHABLE_KEY ?? values.SUPABASE_ANON_KEY;
  const serviceRoleKey = SUPABASE_SECRET_KEY ?? values.SUPABASE_SERVICE_ROLE_KEY;
  if (!url || !anonKey || !serviceRoleKey) return undefined;
  return { url: url.replace(/\/+$/, ""), anonKey, serviceRoleKey };
}

function readS3(values: z.infer<typeof Environment>): S3Settings | undefined {
  const { S3_BUCKET: bucket, S3_ACCESS_KEY_ID: accessKeyId, S3_REGION: region } = values;
  const { S3_SECRET_ACCESS_KEY: secretAccessKey, S3_ENDPOINT: endpoint } = values;
  if (!bucket || !accessKeyId || !secretAccessKey) return undefined;
  const style = values.S3_FORCE_PATH_STYLE ?? String(endpoint !== undefined);
  return {
    endpoint: endpoint ?? `https://s3.${region}.amazonaws.com`,
    region,
    bucket,
    accessKeyId,
    secretAccessKey,
    forcePathStyle: style === "true",
  };
}

function withoutEmpty(environment: Record<string, string | undefined>): Record<string, string> {
  const given: Record<string, string> = {};
  for (const [name, value] of Object.entries(environment)) if (value) given[name] = value;
  return given;
}

function listFaults(error: z.ZodError): string[] {
  return error.issues.map(({ path, message }) => `${path.join(".")}: ${message}`);
}

function areNameServers(list: string[]): boolean {
  try {
    new Resolver().setServers(list);
    return true;
  } catch {
    return false;
  }
}
