/** Generates contract/database.types.ts from the migrations: `node scripts/generate-types.ts`. */
import { writeFile } from "node:fs/promises";
import { openPool } from "#backend";
import { templateName } from "#backend-tests/support/cluster.ts";
import { startTestCluster } from "#tests/support/cluster.ts";
import { renderDatabaseTypes } from "./render-database-types.ts";

const cluster = await startTestCluster();
const address = new URL(cluster.url);
address.pathname = `/${templateName}`;
const sql = openPool(address.href, { max: 1 });
try {
  await writeFile(
    new URL("../contract/database.types.ts", import.meta.url),
    await renderDatabaseTypes(sql),
  );
} finally {
  await sql.end();
  await cluster.stop();
}
