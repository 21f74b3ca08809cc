import { Hono } from "hono";
import { createMiddleware } from "hono/factory";
import { admitRequests } from "../http/admission.ts";
import { limitBody } from "../http/limit-request.ts";
import { bodyLimits, workLimits } from "../limits.ts";
import { createLimiter } from "../postgres/limiter.ts";
import { adminRoutes } from "./admin/admin-routes.ts";
import type { AuthDeps, AuthParts } from "./auth-context.ts";
import { authError, renderError } from "./auth-error.ts";
import { personRoutes, publicRoutes } from "./routes.ts";

const largest = bodyLimits.visitor;

/** /auth/v1 as supabase-js calls it. Handlers throw errors, and `onError` renders them. */
export function createAuthApi(deps: AuthDeps): Hono {
  const parts: AuthParts = { ...deps, hashing: createLimiter(workLimits.hashes) };
  const api = new Hono();
  api.onError(renderError(deps.log));
  api.use(neverStored, admitRequests(deps.admission, largest));
  api.use(limitBody(largest, refuseBody));
  api.route("/", publicRoutes(parts));
  api.route("/", personRoutes(parts));
  api.route("/", adminRoutes(parts));
  api.all("*", () => {
    throw authError("not_found");
  });
  return api;
}

/** Responses carry tokens (RFC 6749, 5.1). */
const neverStored = createMiddleware(async (c, next) => {
  await next();
  c.header("Cache-Control", "no-store");
});

function refuseBody(): never {
  throw authError("request_entity_too_large");
}
