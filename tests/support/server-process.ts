import { type ChildProcess, execFileSync, spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { makeApiKey } from "#backend/http/identity/index.ts";
import { findFreePort } from "#backend-tests/support/find-free-port.ts";

const program = fileURLToPath(new URL("./run-server.ts", import.meta.url));

/**
 * How a server process ended: its exit code (null after a signal) and what it said on standard
 * error.
 */
export type Ending = { code: number | null; words: string };

/** A running server process. */
export type ServerProcess = {
  url: string;
  child: ChildProcess;
  ended: Promise<Ending>;
  /** Every line that it has said so far, on standard output and standard error. */
  lines(): string[];
};

/** A data folder with an embedded PostgreSQL in it that servers of a test come and go over. */
export type DataFolder = {
  path: string;
  start(environment?: Record<string, string>): Promise<ServerProcess>;
  /** Starts a server that is expected not to get ready; gives how it ended. */
  startInVain(environment?: Record<string, string>): Promise<Ending>;
  postmasterPid(): number;
  /** Ends whatever still runs over the folder and removes it. */
  remove(): void;
};

/** Makes an empty data folder in `parent`; nothing runs until `start`. */
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
    startInVain: async (environment = {}) => (await launch(environment)).ended,
    postmasterPid: () => readPid(path) ?? 0,
    remove: () => {
      for (const child of children) child.kill("SIGKILL");
      const pid = readPid(path);
      if (pid) execFileSync("sh", ["-c", `kill -QUIT ${pid} 2>/dev/null || true`]);
      rmSync(path, { recursive: true, force: true, maxRetries: 20, retryDelay: 100 });
    },
  };
}

/** The lines that are none of the log's; a server says one, that it is ready. */
export function unloggedLines({ lines }: ServerProcess): string[] {
  return lines().filter((line) => !/^\{"level":\d0,.*\}$/.test(line) || !JSON.parse(line));
}

/**
 * The keys that a server made for itself follow from the secret that it keeps in its data folder.
 */
export function readJwtSecret(folder: string): string {
  return JSON.parse(readFileSync(join(folder, "secrets.json"), "utf8")).jwtSecret;
}

/** A visitor's key of the server over this data folder. */
export function makeAnonKey(folder: string): Promise<string> {
  return makeApiKey(readJwtSecret(folder), "anon");
}

/** The key that may everything of the server over this data folder. */
export function makeServiceKey(folder: string): Promise<string> {
  return makeApiKey(readJwtSecret(folder), "service_role");
}

/** None where PostgreSQL is not: a start removes what a killed one left, at any moment. */
function readPid(folder: string): number | undefined {
  try {
    const note = readFileSync(join(folder, "postgres/postmaster.pid"), "utf8");
    return Number(note.split("\n")[0]);
  } catch (error) {
    if (error instanceof Error && "code" in error && error.code === "ENOENT") return undefined;
    throw error;
  }
}

function failEarly({ code, words }: Ending): never {
  throw new Error(`The server ended (${code}) before it was ready: ${words}`);
}

function waitForReady(child: ChildProcess): Promise<void> {
  return new Promise((resolve) => {
    child.stdout?.on("data", (text) => {
      if (String(text).includes("ready ")) resolve();
    });
  });
}

function collectLines(child: ChildProcess): () => string[] {
  const said = new Map([child.stdout, child.stderr].map((stream) => [stream, ""]));
  for (const stream of said.keys()) {
    stream?.on("data", (text) => said.set(stream, `${said.get(stream)}${text}`));
  }
  return () => [...said.values()].flatMap((text) => text.split("\n")).filter(Boolean);
}

async function waitForEnd(child: ChildProcess): Promise<Ending> {
  let words = "";
  child.stderr?.on("data", (text) => {
    words += String(text);
  });
  const [code] = await once(child, "close");
  return { code, words };
}
