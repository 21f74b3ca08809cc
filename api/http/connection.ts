import type { HttpBindings } from "@hono/node-server";
import type { Context } from "hono";

/** The connection that carries a request, or null for a request that a page or a function makes in process. */
export function connectionOf({ env }: Context): HttpBindings | null {
  return carriesConnection(env) ? env : null;
}

/** Whether the client left, or was cut off, before all of its body had come: whatever is answered then reaches nobody. */
export function isLeftMidway(context: Context): boolean {
  const incoming = connectionOf(context)?.incoming;
  return incoming !== undefined && !incoming.complete && incoming.socket.destroyed;
}

function carriesConnection(environment: unknown): environment is HttpBindings {
  return typeof environment === "object" && environment !== null && "incoming" in environment;
}
