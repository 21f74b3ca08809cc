import { readFileSync } from "node:fs";
import { type ConnectionOptions, checkServerIdentity } from "node:tls";

/** Parameters of libpq and some providers that have no effect here. */
const ignoredParameters = new Set([
  "application_name",
  "channel_binding",
  "connect_timeout",
  "gssencmode",
  "pgbouncer",
  "target_session_attrs",
  "uselibpqcompat",
]);

const ofFiles = { sslrootcert: "ca", sslcert: "cert", sslkey: "key" } as const;

const ofTls = new Set(["sslmode", "ssl", ...Object.keys(ofFiles)]);

/**
 * Parses a PostgreSQL URL as libpq does: TLS from `sslmode`, `sslrootcert`, `sslcert` and `sslkey`.
 * pg interprets these differently, so all parameters except `options` are removed from the URL.
 * Throws a one-line message for an unknown parameter, an unsupported mode, several hosts or an
 * unreadable file.
 */
export function readAddress(url: string) {
  const address = new URL(url);
  const host = decodeURIComponent(address.hostname).replace(/^\[(.*)\]$/, "$1");
  if (host.includes(",")) throw new Error("A PostgreSQL URL must have one host");
  const given = new Map(address.searchParams);
  for (const name of given.keys()) {
    if (name === "options") continue;
    if (!ofTls.has(name) && !ignoredParameters.has(name))
      throw new Error(`Unknown parameter ${name} in a PostgreSQL URL`);
    address.searchParams.delete(name);
  }
  return { url: address.href, tls: readTls(given, host) };
}

/**
 * Session settings with which PostgreSQL detects dead clients and rolls back their work. They have
 * no effect on Unix sockets, where it notices by itself.
 */
const tcpKeepalive = {
  tcp_keepalives_idle: 20,
  tcp_keepalives_interval: 5,
  tcp_keepalives_count: 3,
} as const;

/** PostgreSQL settings by name. */
export type SessionSettings = Readonly<Record<string, string | number>>;

/**
 * The same for pg, with TCP keepalive on both ends. `settings` is null for sessions of a
 * transaction pooler, whose settings cannot be changed.
 */
export function readPgAddress(url: string, settings: SessionSettings | null = {}) {
  const { url: plain, tls } = readAddress(url);
  const address = new URL(plain);
  const given = address.searchParams.get("options") ?? "";
  const own = Object.entries({ ...tcpKeepalive, ...settings }).map(
    ([name, value]) => `-c ${name}=${String(value).replace(/[\s\\]/g, "\\$&")}`,
  );
  if (settings) address.searchParams.set("options", [...own, given].join(" ").trim());
  return {
    connectionString: address.href,
    ssl: tls ?? false,
    keepAlive: true,
    keepAliveInitialDelayMillis: tcpKeepalive.tcp_keepalives_idle * 1000,
  };
}

function readTls(given: ReadonlyMap<string, string>, host: string): ConnectionOptions | null {
  const namesFile = Object.keys(ofFiles).some((name) => given.has(name));
  const mode = given.get("sslmode") ?? given.get("ssl") ?? (namesFile ? "verify-full" : "disable");
  if (mode === "disable" || mode === "false") return null;
  if (given.get("sslrootcert") === "system" && mode !== "verify-full") {
    throw new Error("sslrootcert=system requires sslmode=verify-full");
  }
  const files: ConnectionOptions = {};
  for (const [name, option] of Object.entries(ofFiles)) {
    const path = given.get(name);
    if (path && path !== "system") files[option] = readFileSync(path, "utf8");
  }
  return { ...files, ...readTrust(mode, files, host) };
}

/**
 * What to verify: `require` accepts any certificate unless a CA is given, and only `verify-full`
 * checks the host name. For a host without a name, pg would look for `localhost` in the
 * certificate.
 */
function readTrust(mode: string, { ca }: ConnectionOptions, host: string): ConnectionOptions {
  if (mode === "verify-full" || mode === "true") {
    return { checkServerIdentity: (_name, certificate) => checkServerIdentity(host, certificate) };
  }
  if (mode === "verify-ca" || (mode === "require" && ca)) return { checkServerIdentity: anyName };
  if (mode === "require") return { rejectUnauthorized: false };
  throw new Error("sslmode must be disable, require, verify-ca or verify-full");
}

const anyName = () => undefined;
