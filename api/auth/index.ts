import { Hono } from "hono";
import { bodyLimit } from "hono/body-limit";
import { createMiddleware } from "hono/factory";
import { claimBodies } from "#api/http/body-room.ts";
import { createGate } from "#api/http/gate.ts";
import { adminRoutes } from "./admin-routes.ts";
import type { AuthDeps, AuthParts } from "./auth-context.ts";
import { authError } from "./auth-error.ts";
import { factorRoutes } from "./factor-routes.ts";
import { personRoutes } from "./person-routes.ts";
import { publicRoutes } from "./public-routes.ts";
import { renderError } from "./render-error.ts";

const longestBody = 64 * 1024;

/** A hash holds one of Node's four threads for 60 ms; files and tokens need the others. */
const hashing = { capacity: 2, share: 2, queue: 200, refuse: tooMuchAtOnce };

/**
 * /auth/v1 as supabase-js calls it (contract.md). Every request takes the same way: body limit, route, verb, answer; every
 * refusal is thrown and rendered here.
 */
export function createAuthApi(deps: AuthDeps): Hono {
  const parts: AuthParts = { ...deps, hashing: createGate(hashing) };
  const api = new Hono();
  api.onError(renderError(deps.log));
  api.use(neverStored, claimBodies(longestBody, throwTooMuch));
  api.use(bodyLimit({ maxSize: longestBody, onError: refuseBody }));
  api.route("/", publicRoutes(parts));
  api.route("/", personRoutes(parts));
  api.route("/", factorRoutes(parts));
  api.route("/", adminRoutes(parts));
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

function throwTooMuch(): never {
  throw tooMuchAtOnce();
}

function tooMuchAtOnce() {
  return authError("over_request_rate_limit", { status: 503, headers: { "Retry-After": "2" } });
}
