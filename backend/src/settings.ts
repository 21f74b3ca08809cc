/** Milliseconds; see limits.ts for the defaults. */
export type S3Times = {
  idleTimeoutMs: number;
  chunkIdleTimeoutMs: number;
  answerMs: number;
  answerMsPerByte: number;
  errorTimeoutMs: number;
  retryWithinMs: number;
};

/** An S3 bucket, and a key that may read, write, list and delete objects in it. */
export type S3Settings = {
  endpoint: string;
  region: string;
  bucket: string;
  accessKeyId: string;
  secretAccessKey: string;
  /** Puts the bucket into the path of the URL instead of the host name. */
  forcePathStyle: boolean;
  /** Replaces time limits, read before each request; for tests. */
  times?: Partial<S3Times>;
};

/** The settings of the process. `siteUrl` has no trailing slash. */
export type Config = {
  /**
   * The product in one word. It is part of database names, backups, metrics and key derivation, so
   * data can only be found again under the same name.
   */
  name: string;
  /** The product's version, which GET /healthz returns. */
  version: string;
  port: number;
  host: string;
  siteUrl: string;
  dataDir: string;
  databaseUrl: string | undefined;
  /** The same database through a connection pooler, which all requests use. */
  poolerUrl: string | undefined;
  /** Stores files here instead of in DATA_DIR. */
  s3: S3Settings | undefined;
  smtpUrl: string | undefined;
  /**
   * The time limit for one attempt to send a mail. Must be below the outbox's claim of a minute.
   */
  smtpTimeoutSeconds: number;
  mailFrom: string;
  jwtSecret: string;
  anonKey: string;
  serviceRoleKey: string;
  defaultCountry: string;
  signup: "bootstrap" | "open";
  /** Addresses and ranges of the proxies that may set X-Forwarded-For. */
  trustedProxies: string[];
  /** The bearer token of /metrics; without it the page does not exist. */
  metricsToken: string | undefined;
  /** At a stop, how long /readyz returns 503 before the port closes. */
  stopPauseSeconds: number;
  /** The minimum log level; the default is in http/log.ts. */
  logLevel: "debug" | "info" | "warn" | "error" | undefined;
  production: boolean;
};

/** A Supabase-compatible project and its two keys. `url` has no trailing slash. */
export type ProjectSettings = { url: string; anonKey: string; serviceRoleKey: string };

/** The settings of a gateway. Only the project knows the JWT secret. */
export type ProjectConfig = Omit<Config, "jwtSecret">;

/** Settings as given; missing secrets are read from DATA_DIR. */
export type Settings = Omit<Config, "jwtSecret" | "anonKey" | "serviceRoleKey"> &
  Partial<Pick<Config, "jwtSecret" | "anonKey" | "serviceRoleKey">>;

/** Defaults for local development. */
export const defaultSettings: Omit<Settings, "name" | "version" | "port" | "siteUrl" | "dataDir"> =
  {
    host: "127.0.0.1",
    databaseUrl: undefined,
    poolerUrl: undefined,
    s3: undefined,
    smtpUrl: undefined,
    smtpTimeoutSeconds: 30,
    mailFrom: "no-reply@localhost",
    defaultCountry: "US",
    signup: "open",
    trustedProxies: [],
    metricsToken: undefined,
    stopPauseSeconds: 0,
    logLevel: "warn",
    production: false,
  };
