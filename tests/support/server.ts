import {
  startOnTestDatabase,
  type TestServer as TestHost,
} from "#backend-tests/support/test-server.ts";
import { readSettings, type Settings } from "#settings";
import { startVitrina, type Vitrina } from "../../server.ts";

/** A whole running server with its own database and data folder. */
export type TestServer = TestHost & { vitrina: Vitrina };

/**
 * Starts the server in this process on a free port. `overrides` change its settings; `web` adds the
 * pages, built or from their sources.
 */
export async function startTestServer(
  overrides: Partial<Settings> = {},
  { web = "none", clusterUrl }: { web?: "build" | "dev" | "none"; clusterUrl?: string } = {},
): Promise<TestServer> {
  const { host, started } = await startOnTestDatabase(({ port, dataDir, database }) => {
    const environment = { PORT: String(port), DATA_DIR: dataDir, LOG_LEVEL: "warn" };
    const settings = { ...readSettings(environment), ...overrides };
    return startVitrina({ settings, database, web });
  }, clusterUrl);
  return { ...host, vitrina: started };
}
