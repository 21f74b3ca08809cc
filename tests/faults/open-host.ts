import type { SqlPool } from "#backend/postgres/pool.ts";
import { createTestClient } from "#backend-tests/support/create-test-client.ts";
import { connectToDataFolder } from "#tests/support/connect-to-data-folder.ts";
import {
  type DataFolder,
  makeAnonKey,
  makeServiceKey,
  type ServerProcess,
} from "#tests/support/server-process.ts";

/**
 * A server process in the shape that tests/support/people.ts needs: URL, keys, and a superuser's
 * connection.
 */
export type Host = {
  url: string;
  anonKey: string;
  sql: SqlPool;
  anonymous(): ReturnType<typeof createTestClient>;
  service(): ReturnType<typeof createTestClient>;
  end(): Promise<void>;
};

/** Opens the running server over a data folder; `end` closes the connection, not the server. */
export async function openHost(folder: DataFolder, { url }: ServerProcess): Promise<Host> {
  const [anonKey, serviceKey] = [await makeAnonKey(folder.path), await makeServiceKey(folder.path)];
  const { sql, end } = await connectToDataFolder(folder.path, "leave");
  return {
    url,
    anonKey,
    sql,
    anonymous: () => createTestClient(url, anonKey),
    service: () => createTestClient(url, serviceKey),
    end,
  };
}
