import type { TestProject } from "vitest/node";
import { provideCluster } from "#backend-tests/support/cluster.ts";
import { startTestCluster } from "./cluster.ts";

/** Starts the run's PostgreSQL. */
export default function setup(project: TestProject): Promise<() => Promise<void>> {
  return provideCluster(project, startTestCluster());
}
