import type { TestProject } from "vitest/node";
import { provideCluster, startCluster } from "./cluster.ts";
import { notesSchema } from "./notes/notes-schema.ts";

/** Starts PostgreSQL with a template of the notes schema. */
export default function setup(project: TestProject): Promise<() => Promise<void>> {
  return provideCluster(project, startCluster(notesSchema));
}
