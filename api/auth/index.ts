import { Hono } from "hono";
import { bodyLimit } from "hono/body-limit";
import { createMiddleware } from "hono/factory";
import { claimBodies } from "#api/http/body-room.ts";
import { adminRoutes } from "./admin-routes.ts";
import type { AuthDeps } from "./auth-context.ts";
import { authError } from "./auth-error.ts";
import { factorRoutes } from "./factor-routes.ts";
import { personRoutes } from "./person-routes.ts";
import { publicRoutes } from "./public-routes.ts";
import { renderError } from "./render-error.ts";

const longestBody = 64 * 1024;

/**
 * /auth/v1 as supabase-js calls it (contract.md). Every request takes the same way: body limit, route, verb, answer; every
 * refusal is thrown and rendered here.
 */
export function createAuthApi(deps: AuthDeps): Hono {
  const api = new Hono();
  api.onError(renderError(deps.log));
  api.use(neverStored, claimBodies(longestBody, bodiesFull));
  api.use(bodyLimit({ maxSize: longestBody, onError: refuseBody }));
  api.route("/", publicRoutes(deps));
  api.route("/", personRoutes(deps));
  api.route("/", factorRoutes(deps));
  api.route("/", adminRoutes(deps));
  api.all("*", () => {
    throw authError("not_found");
  });
  return api;
}

/** Answers carry tokens (RFC 6749, 5.1). */
const neverStored = createMiddleware(async (c, next) => {
  await next();
  c.header("Cache-Control", "no-store");
});

function refuseBody(): never {
  throw authError("request_entity_too_large");
}

function bodiesFull(): never {
  throw authError("over_request_rate_limit", { status: 503, headers: { "Retry-After": "2" } });
}
