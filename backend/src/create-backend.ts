import { Hono } from "hono";
import type { Logger } from "pino";
import { createAuthApi } from "./auth/index.ts";
import {
  createFunctionsApi,
  type FunctionsInput,
  identifyBy,
  noFunctions,
} from "./functions/index.ts";
import { type Hooks, noHooks } from "./hooks.ts";
import { type Admission, createAdmission } from "./http/admission.ts";
import { crossOrigin, requireApiKey } from "./http/api-access.ts";
import { findClientAddress } from "./http/client-address.ts";
import { createHealth } from "./http/health.ts";
import { createIdentity } from "./http/identity/index.ts";
import { limitAddress } from "./http/limit-request.ts";
import { createRequestLog, logRequests, type RequestLog } from "./http/log-requests.ts";
import { createMetrics, observeDatabase, observeDisk, serveMetrics } from "./http/metrics.ts";
import { type AdmissionLimits, admissionLimits } from "./limits.ts";
import { createMail } from "./mail/index.ts";
import { observeOutbox, type RenderMail } from "./mail/outbox.ts";
import type { PushInput } from "./mail/push.ts";
import type { Database } from "./postgres/database.ts";
import { createRestApi } from "./rest/index.ts";
import type { Config } from "./settings.ts";
import { createStorageApi } from "./storage/index.ts";

/** What the product provides. */
export type BackendInput = {
  settings: Config;
  /** An open database with all `migrations` applied. */
  database: Database;
  migrations: readonly string[];
  mails: RenderMail;
  pushes?: PushInput;
  functions?: FunctionsInput;
  hooks?: Partial<Hooks>;
  /** Replaces limits of the admission gate; for tests. */
  admission?: Partial<AdmissionLimits>;
  log: Logger;
};

/** The API below /auth, /rest, /storage and /functions, and its background work. */
export type Backend = {
  app: Hono;
  /** The admission gate that pages share. */
  admission: Admission;
  requestLog: RequestLog;
  /** Subscribes to database notifications; null for a gateway. */
  listen: Database["listen"] | null;
  start(): Promise<void>;
  /** Makes /readyz fail, so that no new requests arrive before the process stops listening. */
  markStopping(): void;
  stop(): Promise<void>;
};

/**
 * Creates the backend. Nothing runs before `start`; `stop` ends background work, but not the
 * database.
 */
export function createBackend(input: BackendInput): Backend {
  const { settings: config, database, migrations, mails, log } = input;
  const hooks = { ...noHooks, ...input.hooks };
  const identity = createIdentity(config);
  const metrics = createMetrics(config.name);
  const requestLog = createRequestLog(log, metrics);
  const admission = createAdmission({ ...admissionLimits, ...input.admission });
  const deps = { config, database, hooks, identity, log, metrics, admission };
  const mail = createMail({ ...deps, mails, pushes: input.pushes, secret: config.jwtSecret });
  const rest = createRestApi(deps);
  const storage = createStorageApi(deps);
  const health = createHealth(database, { version: config.version, migrations }, log);
  observeDatabase(database, metrics);
  observeOutbox(database.owner, metrics);
  observeDisk(config.dataDir, database, metrics);
  const app = new Hono();
  const functions = createFunctionsApi({
    ...deps,
    identify: identifyBy(identity, database),
    functions: input.functions ?? noFunctions,
    fetch: (request, environment) => app.fetch(request, environment),
  });

  app.use(logRequests(requestLog), limitAddress());
  app.use(findClientAddress(config.trustedProxies, log));
  for (const area of ["/auth/v1/*", "/rest/v1/*", "/storage/v1/*", "/functions/v1/*"]) {
    app.use(area, crossOrigin, requireApiKey(identity));
  }
  app.route("/auth/v1", createAuthApi(deps));
  app.route("/rest/v1", rest.app);
  app.route("/storage/v1", storage.app);
  app.route("/functions/v1", functions.app);
  if (mail.inbox) app.route("/_mail", mail.inbox);
  app.get("/_push/key", (context) => context.text(mail.pushKey ?? "", mail.pushKey ? 200 : 404));
  app.route("/", health.app);
  app.get("/metrics", serveMetrics(metrics, config.metricsToken));

  return {
    app,
    admission,
    requestLog,
    listen: database.listen,
    start: async () => {
      await database.owner`select private.admit_service(), private.set_site_url(${config.siteUrl})`;
      // Waits for all parts before it reports a failure: `stop` must not run while a part is
      // starting.
      const parts = [rest, storage, functions, mail];
      const starts = await Promise.allSettled(parts.map((part) => part.start()));
      const failed = starts.find((start) => start.status === "rejected");
      if (failed) throw failed.reason;
    },
    markStopping: health.markStopping,
    stop: async () => {
      await Promise.all([rest, storage, mail].map((part) => part.stop()));
    },
  };
}
