import type { Context } from "hono";
import type { Identity } from "../postgres/caller-statement.ts";
import type { Caller } from "../postgres/database.ts";
import { clientAddress, connectionOf, functionCallOf, networkOf } from "./client-address.ts";

/** Builds the caller of a request from its verified identity. */
export function callerOf(context: Context, identity: Identity): Caller {
  const client = identity.claims.sub ?? networkOf(clientAddress(context));
  return {
    identity,
    headers: callerHeaders(context),
    client: connectionOf(context) ? client : null,
    isVisitor: identity.role === "anon" || functionCallOf(context)?.isVisitor === true,
  };
}

/** Returns the bearer token of a request. */
export function bearerOf({ req }: Context): string | undefined {
  return /^Bearer\s+(\S+)$/i.exec(req.header("authorization") ?? "")?.[1];
}

/** The format of W3C Trace Context. */
const traceparent = /^[\da-f]{2}-[\da-f]{32}-[\da-f]{16}-[\da-f]{2}$/;

/** The headers that SQL may read. The client address is the one we determined, not a claim. */
export function callerHeaders(context: Context): Record<string, string> {
  const impersonated = context.req.header("x-impersonated-user");
  const trace = context.req.header("traceparent");
  const timeZone = context.req.header("x-time-zone");
  return {
    "x-client-ip": clientAddress(context),
    "user-agent": (context.req.header("user-agent") ?? "").slice(0, 400),
    ...(trace && traceparent.test(trace) ? { traceparent: trace } : {}),
    ...(timeZone ? { "x-time-zone": timeZone.slice(0, 64) } : {}),
    ...(impersonated ? { "x-impersonated-user": impersonated.slice(0, 36) } : {}),
  };
}
