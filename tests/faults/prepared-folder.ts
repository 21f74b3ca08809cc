import { execFileSync } from "node:child_process";
import { inject } from "vitest";
import { createDataFolder, type DataFolder } from "#tests/support/server-process.ts";

/**
 * A data folder of a server that was started and stopped once, for tests that are not about a first
 * start. PostgreSQL's files keep their owner.
 */
export function createPreparedFolder(): DataFolder {
  const folder = createDataFolder();
  execFileSync("cp", ["-a", `${inject("preparedFolder")}/.`, folder.path]);
  return folder;
}
