import { readFileSync } from "node:fs";
import { type ConnectionOptions, checkServerIdentity } from "node:tls";

/** Words of libpq, and of some providers, that change nothing here. */
const unheard = new Set([
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
 * Reads a PostgreSQL URL as libpq does: TLS from `sslmode`, `sslrootcert`, `sslcert` and `sslkey`.
 * pg would read those in a way of its own, so none is left in the URL but `options`. Throws one
 * line for a word that is none, as a mistyped one, for a mode that does not keep its word, for
 * several hosts, and where a file cannot be read.
 */
export function readAddress(url: string) {
  const address = new URL(url);
  const host = decodeURIComponent(address.hostname).replace(/^\[(.*)\]$/, "$1");
  if (host.includes(",")) throw new Error("A PostgreSQL URL names one host");
  const given = new Map(address.searchParams);
  for (const name of given.keys()) {
    if (name === "options") continue;
    if (!ofTls.has(name) && !unheard.has(name)) throw new Error(`A PostgreSQL URL has no ${name}`);
    address.searchParams.delete(name);
  }
  return { url: address.href, tls: readTls(given, host) };
}

/**
 * By these settings of a session PostgreSQL notices who is gone without a word, and ends what they
 * left open. Over a Unix socket, whose other end it sees, they say nothing.
 */
const tcpKeepalive = {
  tcp_keepalives_idle: 20,
  tcp_keepalives_interval: 5,
  tcp_keepalives_count: 3,
} as const;

/** PostgreSQL's own settings, by name. */
export type SessionSettings = Readonly<Record<string, string | number>>;

/**
 * The same as pg takes it. Who is gone without a word is noticed at both ends. A session that is
 * lent by a pooler has the settings that it has (null).
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
    throw new Error("sslrootcert=system goes with sslmode=verify-full alone");
  }
  const files: ConnectionOptions = {};
  for (const [name, option] of Object.entries(ofFiles)) {
    const path = given.get(name);
    if (path && path !== "system") files[option] = readFileSync(path, "utf8");
  }
  return { ...files, ...readTrust(mode, files, host) };
}

/**
 * Whom to trust: `require` takes any certificate unless it is told of an authority, and only
 * `verify-full` minds the name in it. pg would look for `localhost` in the certificate of a host
 * without a name.
 */
function readTrust(mode: string, { ca }: ConnectionOptions, host: string): ConnectionOptions {
  if (mode === "verify-full" || mode === "true") {
    return { checkServerIdentity: (_name, certificate) => checkServerIdentity(host, certificate) };
  }
  if (mode === "verify-ca" || (mode === "require" && ca)) return { checkServerIdentity: anyName };
  if (mode === "require") return { rejectUnauthorized: false };
  throw new Error("sslmode is disable, require, verify-ca or verify-full");
}

const anyName = () => undefined;
