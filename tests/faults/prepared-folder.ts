import { execFileSync } from "node:child_process";
import { inject } from "vitest";
import { createDataFolder, type DataFolder } from "#tests/support/server-process.ts";

/**
 * A data folder that a server has been started and stopped over, for tests that are not about a
 * first start; PostgreSQL's files keep the account that they belong to.
 */
export function createPreparedFolder(): DataFolder {
  const folder = createDataFolder();
  execFileSync("cp", ["-a", `${inject("preparedFolder")}/.`, folder.path]);
  return folder;
}
