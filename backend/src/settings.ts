/** An S3 bucket, and the key that may read, write, list and remove there. */
export type S3Settings = {
  endpoint: string;
  region: string;
  bucket: string;
  accessKeyId: string;
  secretAccessKey: string;
  /** Names the bucket in the path of an address and not in its host. */
  forcePathStyle: boolean;
};

/** How the process is set up; `siteUrl` ends without a slash. */
export type Config = {
  /**
   * The product in one word. It stands in the names of database, backups and metrics, and in what
   * keys are derived from, so what was kept is found under this name alone.
   */
  name: string;
  /** The product's version, which GET /healthz reports. */
  version: string;
  port: number;
  host: string;
  siteUrl: string;
  dataDir: string;
  databaseUrl: string | undefined;
  /** The same database behind a pooler, which has the connections of all requests. */
  poolerUrl: string | undefined;
  /** Where files are kept instead of in DATA_DIR. */
  s3: S3Settings | undefined;
  smtpUrl: string | undefined;
  /** How long one attempt to hand a mail over may take; the outbox's claim lasts a minute. */
  smtpTimeoutSeconds: number;
  mailFrom: string;
  jwtSecret: string;
  anonKey: string;
  serviceRoleKey: string;
  defaultCountry: string;
  signup: "bootstrap" | "open";
  /** Addresses and ranges of the proxies whose X-Forwarded-For is believed. */
  trustedProxies: string[];
  /** Who brings it may read /metrics; without it there are none. */
  metricsToken: string | undefined;
  /** How long, at a stop, /readyz already says 503 while the port still takes requests. */
  stopPauseSeconds: number;
  /** Lines below this level are not written; without it, http/log.ts decides. */
  logLevel: "debug" | "info" | "warn" | "error" | undefined;
  production: boolean;
};

/** Where a Supabase-compatible project is, and its two keys; the address ends without a slash. */
export type ProjectSettings = { url: string; anonKey: string; serviceRoleKey: string };

/** How a process before such a project is set up, which alone knows the secret. */
export type ProjectConfig = Omit<Config, "jwtSecret">;

/** As they stand in the environment: DATA_DIR can hold the secrets. */
export type Settings = Omit<Config, "jwtSecret" | "anonKey" | "serviceRoleKey"> &
  Partial<Pick<Config, "jwtSecret" | "anonKey" | "serviceRoleKey">>;

/** What holds on a machine of one's own where a product says nothing else. */
export const defaultSettings: Omit<Settings, "name" | "version" | "port" | "siteUrl" | "dataDir"> =
  {
    host: "127.0.0.1",
    databaseUrl: undefined,
    poolerUrl: undefined,
    s3: undefined,
    smtpUrl: undefined,
    smtpTimeoutSeconds: 30,
    mailFrom: "nobody@localhost",
    defaultCountry: "US",
    signup: "open",
    trustedProxies: [],
    metricsToken: undefined,
    stopPauseSeconds: 0,
    logLevel: "warn",
    production: false,
  };
