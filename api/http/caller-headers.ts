import type { Context } from "hono";
import { clientAddress } from "./client-address.ts";

/** The few headers that SQL may read (as `request.headers`); the address is ours and never the client's claim. */
export function callerHeaders(context: Context): Record<string, string> {
  const impersonated = context.req.header("x-impersonated-user");
  return {
    "x-client-ip": clientAddress(context),
    "user-agent": (context.req.header("user-agent") ?? "").slice(0, 400),
    ...(impersonated ? { "x-impersonated-user": impersonated.slice(0, 36) } : {}),
  };
}
