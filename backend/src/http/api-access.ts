import type { MiddlewareHandler } from "hono";
import { cors } from "hono/cors";
import type { IdentityService } from "./identity/index.ts";

/**
 * Paths that browsers open without our client: verification links, public and signed files, health.
 */
const openPaths = [
  /^\/auth\/v1\/(verify|health|settings)$/,
  /^\/storage\/v1\/(object|render\/image)\/(public|sign)\//,
  /^\/storage\/v1\/object\/info\/public\//,
];

/** Signed upload URLs, which also work without our client. */
const openUpload = /^\/storage\/v1\/object\/upload\/sign\//;

/** Rejects requests without an `apikey` of this site. The bearer token decides the role. */
export function requireApiKey(identity: Pick<IdentityService, "verify">): MiddlewareHandler {
  return async (context, next) => {
    const { method, path } = context.req;
    const opened = ["GET", "HEAD"].includes(method) && openPaths.some((open) => open.test(path));
    const uploads = method === "PUT" && openUpload.test(path);
    if (opened || uploads || method === "OPTIONS") return next();
    const key = context.req.header("apikey") ?? context.req.query("apikey");
    if (!key) return context.json(noKey, 401);
    try {
      await identity.verify(key);
    } catch {
      return context.json({ message: "Invalid API key" }, 401);
    }
    return next();
  };
}

const noKey = {
  message: "No API key found in request",
  hint: "No apikey request header or url param was found.",
};

const preflight = cors({
  origin: "*",
  allowMethods: ["GET", "HEAD", "POST", "PUT", "PATCH", "DELETE", "OPTIONS"],
  maxAge: 86_400,
});

const exposed = "X-Supabase-Api-Version,Content-Range,X-Total-Count,Link,x-sb-error-code";

/**
 * Any origin may call, because requests authenticate by token and never by cookie. The headers are
 * set after the handler: setting them before would make Hono copy every body.
 */
export const crossOrigin: MiddlewareHandler = async (context, next) => {
  if (context.req.method === "OPTIONS") return preflight(context, next);
  await next();
  const { headers } = context.res;
  headers.set("Access-Control-Allow-Origin", "*");
  headers.set("Access-Control-Expose-Headers", exposed);
};
