import { execFileSync } from "node:child_process";
import { linkSync, rmSync } from "node:fs";
import { join } from "node:path";
import { inject } from "vitest";
import {
  type Certificate,
  type ExternalPostgres,
  startExternalPostgres,
} from "#tests/support/external-postgres.ts";
import { createDataFolder, type DataFolder } from "#tests/support/server-process.ts";

/**
 * A data folder of a server that was started and stopped once, for tests that are not about a first
 * start. PostgreSQL's files keep their owner. The disk reserve is only ever deleted, so the copies
 * share it.
 */
export function createPreparedFolder(): DataFolder {
  const folder = createDataFolder();
  const source = inject("preparedFolder");
  const copied = ["postgres", "secrets.json"].map((name) => join(source, name));
  execFileSync("cp", ["-a", ...copied, folder.path]);
  linkSync(join(source, "reserve"), join(folder.path, "reserve"));
  return folder;
}

/** A data folder with current, empty tables and no secret, for restores. */
export function createFolderWithTables(): DataFolder {
  const folder = createPreparedFolder();
  rmSync(join(folder.path, "secrets.json"));
  return folder;
}

/** A data folder that has PostgreSQL's files, but no database of ours. */
export function createFolderWithCluster(): DataFolder {
  const folder = createDataFolder();
  execFileSync("cp", ["-a", inject("emptyCluster"), join(folder.path, "postgres")]);
  return folder;
}

/** As `startExternalPostgres`, without initdb. */
export function startPreparedPostgres(certificate?: Certificate): Promise<ExternalPostgres> {
  return startExternalPostgres(certificate, inject("emptyCluster"));
}
