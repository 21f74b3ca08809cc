import { execFileSync, spawnSync } from "node:child_process";
import { readdirSync } from "node:fs";
import { join } from "node:path";
import type { TestProject } from "vitest/node";
import { startEmbeddedServer } from "#backend/postgres/embedded/embedded-server.ts";
import { createDataFolder } from "#tests/support/server-process.ts";

declare module "vitest" {
  interface ProvidedContext {
    /** The folder of a stopped PostgreSQL without databases of ours. */
    emptyCluster: string;
    /** The data folder of a server that was started and stopped once. */
    preparedFolder: string;
  }
}

/** Makes the folders that tests copy, and provides their paths. */
export default async function setup(project: TestProject): Promise<() => void> {
  const [bare, folder] = [createDataFolder(), createDataFolder()];
  const emptyCluster = join(bare.path, "postgres");
  const postgres = await startEmbeddedServer(emptyCluster);
  await postgres.stop();
  execFileSync("cp", ["-a", emptyCluster, folder.path]);
  const { child, ended } = await folder.start();
  child.kill("SIGTERM");
  await ended;
  for (const path of [emptyCluster, join(folder.path, "postgres")]) digHoles(path);
  project.provide("emptyCluster", emptyCluster);
  project.provide("preparedFolder", folder.path);
  return () => {
    bare.remove();
    folder.remove();
  };
}

/** Makes the mostly empty WAL segments sparse, so that copies are fast; only Linux can. */
function digHoles(postgres: string): void {
  const log = join(postgres, "pg_wal");
  for (const name of readdirSync(log).filter((file) => /^[0-9A-F]{24}$/.test(file))) {
    spawnSync("fallocate", ["--dig-holes", join(log, name)], { stdio: "ignore" });
  }
}
