import { startCluster, type TestCluster } from "#backend-tests/support/cluster.ts";
import { databaseSchema } from "#composition/database-schema.ts";

/** Starts a PostgreSQL with a template database that has the product's schema. */
export function startTestCluster(): Promise<TestCluster> {
  return startCluster(databaseSchema);
}
