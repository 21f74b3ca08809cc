import type { HttpBindings } from "@hono/node-server";
import type { Context } from "hono";

/**
 * The connection that carries a request, or null for a request that a page or a function makes in
 * process.
 */
export function connectionOf({ env }: Context): HttpBindings | null {
  return carriesConnection(env) ? env : null;
}

/**
 * What a function asks of this very api with the service key goes over its caller's connection, and
 * is a visitor's as much as that request is.
 */
export function errandOf(environment: unknown, isVisitor: boolean): object {
  return Object.assign({}, environment, { isVisitor });
}

/** Whether a request was made by a function, for a visitor or a person. */
export function isErrand({ env }: Context): boolean {
  return typeof env === "object" && env !== null && "isVisitor" in env;
}

/** Whether a request was made for a visitor by a function. */
export function isVisitorsErrand({ env }: Context): boolean {
  return typeof env === "object" && env !== null && "isVisitor" in env && env.isVisitor === true;
}

/**
 * Whether the client left, or was cut off, before all of its body had come: whatever is answered
 * then reaches nobody.
 */
export function isLeftMidway(context: Context): boolean {
  const incoming = connectionOf(context)?.incoming;
  return incoming !== undefined && !incoming.complete && incoming.socket.destroyed;
}

function carriesConnection(environment: unknown): environment is HttpBindings {
  return typeof environment === "object" && environment !== null && "incoming" in environment;
}
