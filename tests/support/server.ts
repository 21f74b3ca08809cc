import type { DatabaseAddress } from "#backend";
import {
  startOnTestDatabase,
  type TestServer as TestHost,
} from "#backend-tests/support/test-server.ts";
import { readSettings, type Settings } from "#settings";
import { startVitrina, type Vitrina } from "../../server.ts";

/** A running server with its own database and data folder. */
export type TestServer = TestHost & { vitrina: Vitrina };

type TestStart = {
  web?: "build" | "dev" | "none";
  clusterUrl?: string;
  times?: DatabaseAddress["times"];
};

/**
 * Starts the server in this process on a free port. `overrides` change its settings; `web` adds the
 * pages, built or from source. `times` replace the statement time limits.
 */
export async function startTestServer(
  overrides: Partial<Settings> = {},
  { web = "none", clusterUrl, times = {} }: TestStart = {},
): Promise<TestServer> {
  const { host, started } = await startOnTestDatabase(({ port, dataDir, database }) => {
    const environment = { PORT: String(port), DATA_DIR: dataDir, LOG_LEVEL: "warn" };
    const settings = { ...readSettings(environment), ...overrides };
    return startVitrina({ settings, database: { ...database, times }, web });
  }, clusterUrl);
  return { ...host, vitrina: started };
}
