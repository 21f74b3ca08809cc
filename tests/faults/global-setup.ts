import type { TestProject } from "vitest/node";
import { createDataFolder } from "#tests/support/server-process.ts";

declare module "vitest" {
  interface ProvidedContext {
    preparedFolder: string;
  }
}

/** Makes the data folder that tests copy, and provides its path. */
export default async function setup(project: TestProject): Promise<() => void> {
  const folder = createDataFolder();
  const { child, ended } = await folder.start();
  child.kill("SIGTERM");
  await ended;
  project.provide("preparedFolder", folder.path);
  return folder.remove;
}
