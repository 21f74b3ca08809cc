import { Hono } from "hono";
import { requestId } from "hono/request-id";
import type { Logger } from "pino";
import { createAuthApi } from "./auth/index.ts";
import { normalizePhone } from "./auth/normalize-phone.ts";
import type { Config } from "./config.ts";
import { createFunctionsApi } from "./functions/index.ts";
import { crossOrigin } from "./http/cross-origin.ts";
import { limitAddress } from "./http/limit-address.ts";
import { logRequests } from "./http/log-requests.ts";
import { requireApiKey } from "./http/require-api-key.ts";
import { createIdentity } from "./identity/index.ts";
import { createMail } from "./mail/index.ts";
import type { Database } from "./postgres/database.ts";
import { createRestApi } from "./rest/index.ts";
import { createStorageApi } from "./storage/index.ts";

/** Everything that answers HTTP below /auth, /rest, /storage and /functions, and the work behind it. */
export type Api = { app: Hono; start(): Promise<void>; stop(): Promise<void> };

/** Builds the api over an open database. Nothing runs before `start`; `stop` ends the background work, not the database. */
export function createApi(config: Config, database: Database, log: Logger): Api {
  const identity = createIdentity(config);
  const deps = { config, database, identity, log };
  const mail = createMail(deps);
  const rest = createRestApi(deps);
  const storage = createStorageApi(deps);
  const app = new Hono();
  const functions = createFunctionsApi({
    ...deps,
    fetch: (request, environment) => app.fetch(request, environment),
    normalizePhone: (typed) => normalizePhone(typed, config.defaultCountry),
  });

  app.use(requestId(), logRequests(log), limitAddress());
  for (const area of ["/auth/v1/*", "/rest/v1/*", "/storage/v1/*", "/functions/v1/*"]) {
    app.use(area, crossOrigin, requireApiKey(identity));
  }
  app.route("/auth/v1", createAuthApi(deps));
  app.route("/rest/v1", rest.app);
  app.route("/storage/v1", storage.app);
  app.route("/functions/v1", functions.app);
  if (mail.inbox) app.route("/_mail", mail.inbox);
  app.get("/healthz", (context) => context.json({ status: "ok" }));
  app.get("/readyz", async (context) => {
    const ready = await isReady(database);
    return context.json({ status: ready ? "ready" : "unavailable" }, ready ? 200 : 503);
  });

  const parts = [rest, storage, functions, mail];
  return {
    app,
    start: async () => {
      await Promise.all(parts.map((part) => part.start()));
    },
    stop: async () => {
      await Promise.all(parts.map((part) => part.stop()));
    },
  };
}

async function isReady(database: Database): Promise<boolean> {
  try {
    await database.owner`select 1 from public.profiles limit 1`;
    return true;
  } catch {
    return false;
  }
}
