import { join } from "node:path";
import { startEmbeddedServer } from "#backend/postgres/embedded/embedded-server.ts";
import { openSuperuser } from "./superuser.ts";

/**
 * A look past row security into the PostgreSQL of a data folder, which starts if it does not run;
 * `end` leaves it as it was found, or stopped.
 */
export async function openFolder(path: string, after: "stop" | "leave") {
  const server = await startEmbeddedServer(join(path, "postgres"));
  const sql = openSuperuser(server.urlOf("vitrina"));
  const end = async () => {
    await sql.end();
    if (after === "stop") await server.stop();
  };
  return { sql, end };
}
