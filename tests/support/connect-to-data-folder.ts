import { join } from "node:path";
import { startEmbeddedServer } from "#backend/postgres/embedded/embedded-server.ts";
import { connectAsSuperuser } from "./superuser.ts";

/**
 * Connects as superuser to the PostgreSQL of a data folder, and starts it if needed. `end` stops
 * it, or leaves it as it was.
 */
export async function connectToDataFolder(path: string, after: "stop" | "leave") {
  const server = await startEmbeddedServer(join(path, "postgres"));
  const sql = connectAsSuperuser(server.urlOf("vitrina"));
  const end = async () => {
    await sql.end();
    if (after === "stop") await server.stop();
  };
  return { sql, end };
}
