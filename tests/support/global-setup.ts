import type { TestProject } from "vitest/node";
import { provideCluster } from "#backend-tests/support/cluster.ts";
import { startTestCluster } from "./cluster.ts";

/** Starts the PostgreSQL that all test files share. */
export default function setup(project: TestProject): Promise<() => Promise<void>> {
  return provideCluster(project, startTestCluster());
}
