import type { TestProject } from "vitest/node";
import { provideCluster, startCluster } from "./cluster.ts";
import { notesSchema } from "./notes/notes-schema.ts";

/** Starts the run's PostgreSQL, whose template has the schema of notes. */
export default function setup(project: TestProject): Promise<() => Promise<void>> {
  return provideCluster(project, startCluster(notesSchema));
}
