import { Hono } from "hono";
import { compress } from "hono/compress";
import type { Logger } from "pino";
import type { Backend } from "../create-backend.ts";
import { createFunctionsApi, type FunctionsInput, noFunctions } from "../functions/index.ts";
import type { Hooks } from "../hooks.ts";
import { admitRequests, createAdmission, Overloaded, retryAfter } from "../http/admission.ts";
import { crossOrigin, requireApiKey } from "../http/api-access.ts";
import { findClientAddress } from "../http/client-address.ts";
import { limitAddress } from "../http/limit-request.ts";
import { createRequestLog, logRequests } from "../http/log-requests.ts";
import { createMetrics, serveMetrics } from "../http/metrics.ts";
import { createMail } from "../mail/index.ts";
import { observeOutbox, type RenderMail } from "../mail/outbox.ts";
import type { PushInput } from "../mail/push.ts";
import type { Database } from "../postgres/database.ts";
import type { ProjectConfig, ProjectSettings } from "../settings.ts";
import { forwardTo, identifyAtProject, listAccounts, openProject } from "./project.ts";

/** What the product provides. */
export type GatewayInput = {
  settings: ProjectConfig;
  project: ProjectSettings;
  /** The project's database, from which its mails are sent; null if this process sends none. */
  database: Database | null;
  mails: RenderMail;
  pushes?: PushInput;
  functions?: FunctionsInput;
  hooks: Pick<Hooks, "everyMinute" | "words">;
  log: Logger;
};

/**
 * `createBackend` in front of a Supabase project: auth, rest and storage are proxied under our own
 * address, functions run here.
 */
export function createGateway(input: GatewayInput): Backend {
  const { settings: config, project: projectSettings, database, pushes, log } = input;
  const project = openProject(projectSettings);
  const identify = identifyAtProject(project);
  const metrics = createMetrics(config.name);
  const requestLog = createRequestLog(log, metrics);
  const admission = createAdmission();
  const mail =
    database &&
    createMail({ ...input, config, database, pushes, secret: projectSettings.serviceRoleKey });
  if (database) observeOutbox(database.owner, metrics);
  let isStopping = false;
  const app = new Hono();
  const functions = createFunctionsApi({
    config,
    identify,
    log,
    admission,
    functions: input.functions ?? noFunctions,
    fetch: (request, environment) => app.fetch(request, environment),
  });

  app.use(logRequests(requestLog), limitAddress());
  app.use(findClientAddress(config.trustedProxies, log));
  app.use("/functions/v1/*", crossOrigin, requireApiKey({ verify: identify }));
  app.route("/functions/v1", functions.app);
  app.use("/rest/v1/*", compress());
  for (const area of ["/auth/v1/*", "/rest/v1/*", "/storage/v1/*"]) {
    app.all(area, admitRequests(admission, 0), forwardTo(projectSettings.url));
  }
  if (mail?.inbox) app.route("/_mail", mail.inbox);
  const pushKey = mail?.pushKey;
  app.get("/_push/key", (context) => context.text(pushKey ?? "", pushKey ? 200 : 404));
  app.get("/healthz", (context) => context.json({ status: "ok", version: config.version }));
  app.get("/readyz", async (context) => {
    const reason = isStopping ? "stopping" : (await listAccounts(project)).ok ? null : "project";
    if (reason === null) return context.json({ status: "ready" });
    return context.json({ status: "unavailable", reason }, 503);
  });
  app.get("/metrics", serveMetrics(metrics, config.metricsToken));
  app.onError((error, context) => {
    if (!(error instanceof Overloaded)) throw error;
    return context.json({ code: "overloaded", message: error.message }, 503, retryAfter);
  });

  return {
    app,
    admission,
    requestLog,
    listen: null,
    start: async () => {
      if (!mail) log.warn("DATABASE_URL is not set: this process sends no mails of the project");
      await functions.start();
      await mail?.start();
    },
    markStopping: () => {
      isStopping = true;
    },
    stop: async () => mail?.stop(),
  };
}
