import { type ChildProcess, execFileSync, spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { makeApiKey } from "#backend/http/identity/index.ts";
import { findFreePort } from "#backend-tests/support/find-free-port.ts";

const program = fileURLToPath(new URL("./run-server.ts", import.meta.url));

/** How a server process ended: its exit code (null after a signal) and standard error. */
export type Ending = { code: number | null; stderr: string };

/** A running server process. */
export type ServerProcess = {
  url: string;
  child: ChildProcess;
  ended: Promise<Ending>;
  /** Every line so far, on standard output and standard error. */
  lines(): string[];
};

/** A data folder with an embedded PostgreSQL, for several servers in turn. */
export type DataFolder = {
  path: string;
  start(environment?: Record<string, string>): Promise<ServerProcess>;
  /** Starts a server that is expected to fail; returns how it ended. */
  startExpectingFailure(environment?: Record<string, string>): Promise<Ending>;
  postmasterPid(): number;
  /** Kills every process that uses the folder and deletes it. */
  remove(): void;
};

/** Creates an empty data folder in `parent`; nothing runs until `start`. */
export function createDataFolder(parent = tmpdir()): DataFolder {
  const path = mkdtempSync(join(parent, "vitrina-fault-"));
  const children: ChildProcess[] = [];
  const launch = async (environment: Record<string, string>) => {
    const port = environment.PORT ?? String(await findFreePort());
    const child = spawn(process.execPath, [program], {
      stdio: ["ignore", "pipe", "pipe"],
      env: { ...process.env, DATA_DIR: path, PORT: port, ...environment },
    });
    children.push(child);
    return { child, port, ended: waitForEnd(child), lines: collectLines(child) };
  };
  return {
    path,
    start: async (environment = {}) => {
      const { child, port, ended, lines } = await launch(environment);
      await Promise.race([waitForReady(child), ended.then(failEarly)]);
      return { url: `http://localhost:${port}`, child, ended, lines };
    },
    startExpectingFailure: async (environment = {}) => (await launch(environment)).ended,
    postmasterPid: () => readPid(path) ?? 0,
    remove: () => {
      for (const child of children) child.kill("SIGKILL");
      const pid = readPid(path);
      if (pid) execFileSync("sh", ["-c", `kill -QUIT ${pid} 2>/dev/null || true`]);
      rmSync(path, { recursive: true, force: true, maxRetries: 20, retryDelay: 100 });
    },
  };
}

/** The output without log lines; a server prints one line, that it is ready. */
export function linesOutsideLog({ lines }: ServerProcess): string[] {
  return lines().filter((line) => !/^\{"level":\d0,.*\}$/.test(line) || !JSON.parse(line));
}

/** The secret in the data folder, from which the server derives its keys. */
export function readJwtSecret(folder: string): string {
  return JSON.parse(readFileSync(join(folder, "secrets.json"), "utf8")).jwtSecret;
}

/** The anon key of the server over this data folder. */
export function makeAnonKey(folder: string): Promise<string> {
  return makeApiKey(readJwtSecret(folder), "anon");
}

/** The service key of the server over this data folder. */
export function makeServiceKey(folder: string): Promise<string> {
  return makeApiKey(readJwtSecret(folder), "service_role");
}

/** Undefined without PostgreSQL; a starting server may delete the file at any moment. */
function readPid(folder: string): number | undefined {
  try {
    const note = readFileSync(join(folder, "postgres/postmaster.pid"), "utf8");
    return Number(note.split("\n")[0]);
  } catch (error) {
    if (error instanceof Error && "code" in error && error.code === "ENOENT") return undefined;
    throw error;
  }
}

function failEarly({ code, stderr }: Ending): never {
  throw new Error(`The server ended (${code}) before it was ready: ${stderr}`);
}

function waitForReady(child: ChildProcess): Promise<void> {
  return new Promise((resolve) => {
    child.stdout?.on("data", (text) => {
      if (String(text).includes("ready ")) resolve();
    });
  });
}

function collectLines(child: ChildProcess): () => string[] {
  const output = new Map([child.stdout, child.stderr].map((stream) => [stream, ""]));
  for (const stream of output.keys()) {
    stream?.on("data", (text) => output.set(stream, `${output.get(stream)}${text}`));
  }
  return () => [...output.values()].flatMap((text) => text.split("\n")).filter(Boolean);
}

async function waitForEnd(child: ChildProcess): Promise<Ending> {
  let stderr = "";
  child.stderr?.on("data", (text) => {
    stderr += String(text);
  });
  const [code] = await once(child, "close");
  return { code, stderr };
}
