import type { Hooks } from "../../src/hooks.ts";
import type { Settings } from "../../src/settings.ts";
import { startNotes } from "./notes/start-notes.ts";
import { startOnTestDatabase, type TestServer } from "./test-server.ts";

/** Starts a notes server in this process. `overrides` change its settings. */
export async function startNotesServer(
  overrides: Partial<Settings> = {},
  hooks: Partial<Hooks> = {},
): Promise<TestServer> {
  const { host } = await startOnTestDatabase(({ port, dataDir, database }) => {
    const place = { port, siteUrl: `http://localhost:${port}`, dataDir };
    return startNotes({ ...place, ...overrides }, database, hooks);
  });
  return host;
}
