import { getConnInfo } from "@hono/node-server/conninfo";
import type { Context } from "hono";

/** The few headers that SQL may read (as `request.headers`); the address is ours and never the client's claim. */
export function callerHeaders(context: Context): Record<string, string> {
  const impersonated = context.req.header("x-impersonated-user");
  return {
    "x-client-ip": clientAddress(context),
    "user-agent": (context.req.header("user-agent") ?? "").slice(0, 400),
    ...(impersonated ? { "x-impersonated-user": impersonated.slice(0, 36) } : {}),
  };
}

/** The address of the other end of the connection; a request made in process has none and gives "local". */
function clientAddress(context: Context): string {
  if (!hasConnection(context.env)) return "local";
  return getConnInfo(context).remote.address ?? "local";
}

function hasConnection(environment: unknown): boolean {
  return typeof environment === "object" && environment !== null && "incoming" in environment;
}
