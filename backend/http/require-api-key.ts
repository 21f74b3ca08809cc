import type { MiddlewareHandler } from "hono";
import type { IdentityService } from "./identity/index.ts";

/** What a browser opens without our client: verification links, public and signed files, health. */
const openPaths = [
  /^\/auth\/v1\/(verify|health|settings)$/,
  /^\/storage\/v1\/(object|render\/image)\/(public|sign)\//,
  /^\/storage\/v1\/object\/info\/public\//,
];

/** What may be uploaded to without our client: an address that somebody signed. */
const openUpload = /^\/storage\/v1\/object\/upload\/sign\//;

/**
 * Refuses requests without an `apikey` that this site signed, as Supabase's gateway does.
 * Which role the request runs under is decided later, from its bearer token.
 */
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
