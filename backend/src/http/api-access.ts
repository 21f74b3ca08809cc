import type { MiddlewareHandler } from "hono";
import { cors } from "hono/cors";
import type { IdentityService } from "./identity/index.ts";

/** What a browser opens without our client: verification links, public and signed files, health. */
const openPaths = [
  /^\/auth\/v1\/(verify|health|settings)$/,
  /^\/storage\/v1\/(object|render\/image)\/(public|sign)\//,
  /^\/storage\/v1\/object\/info\/public\//,
];

/** What may be uploaded to without our client: an address that somebody signed. */
const openUpload = /^\/storage\/v1\/object\/upload\/sign\//;

/** Refuses requests without an `apikey` of this site; their role is the bearer token's. */
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
 * Any origin may call, since a request proves itself by its token, never by a cookie. The headers
 * come last: a response that exists before its handler runs costs Hono a copy of every body.
 */
export const crossOrigin: MiddlewareHandler = async (context, next) => {
  if (context.req.method === "OPTIONS") return preflight(context, next);
  await next();
  const { headers } = context.res;
  headers.set("Access-Control-Allow-Origin", "*");
  headers.set("Access-Control-Expose-Headers", exposed);
};
