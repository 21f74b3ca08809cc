/**
 * The server as a separate process, for tests that kill it. Settings come from the environment;
 * PAGES=build adds the built pages.
 */

import { captureConsole } from "#backend/http/log.ts";
import { readSettings } from "#settings";
import { startSite } from "../../server.ts";

try {
  const web = process.env.PAGES === "build" ? "build" : "none";
  const site = await startSite({ settings: readSettings(process.env), web });
  captureConsole(site.log);
  const stop = async () => {
    await site.stop();
    process.exit(0);
  };
  process.on("SIGTERM", stop);
  process.stdout.write(`ready ${site.port}\n`);
} catch (error) {
  process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`);
  process.exit(1);
}
