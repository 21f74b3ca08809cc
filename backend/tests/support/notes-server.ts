import type { BackendInput } from "../../src/create-backend.ts";
import type { Database, DatabaseAddress } from "../../src/postgres/database.ts";
import type { Settings } from "../../src/settings.ts";
import { startNotes } from "./notes/start-notes.ts";
import { startOnTestDatabase, type TestServer } from "./test-server.ts";

type NotesStart = Pick<BackendInput, "hooks" | "admission"> & Pick<DatabaseAddress, "times">;

/**
 * Starts a notes server in this process. `overrides` change its settings, `times` and `admission`
 * its limits.
 */
export async function startNotesServer(
  overrides: Partial<Settings> = {},
  { times = {}, ...input }: NotesStart = {},
): Promise<TestServer & { database: Database }> {
  const { host, started } = await startOnTestDatabase(({ port, dataDir, database }) => {
    const place = { port, siteUrl: `http://localhost:${port}`, dataDir };
    return startNotes({ ...place, ...overrides }, { ...database, times }, input);
  });
  return { ...host, database: started.database };
}
