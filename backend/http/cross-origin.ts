import type { MiddlewareHandler } from "hono";
import { cors } from "hono/cors";

const preflight = cors({
  origin: "*",
  allowMethods: ["GET", "HEAD", "POST", "PUT", "PATCH", "DELETE", "OPTIONS"],
  maxAge: 86_400,
});

const exposed = "X-Supabase-Api-Version,Content-Range,X-Total-Count,Link,x-sb-error-code";

/**
 * Any origin may call the api, as on Supabase: a request proves itself by its token, never by a
 * cookie. Answers get their headers when they are made: a response that exists before its handler
 * runs costs Hono a copy of every body.
 */
export const crossOrigin: MiddlewareHandler = async (context, next) => {
  if (context.req.method === "OPTIONS") return preflight(context, next);
  await next();
  const { headers } = context.res;
  headers.set("Access-Control-Allow-Origin", "*");
  headers.set("Access-Control-Expose-Headers", exposed);
};
