import type { Context } from "hono";
import type { Caller } from "#backend/postgres/database.ts";
import type { Identity } from "#backend/postgres/identity.ts";
import { callerHeaders } from "./caller-headers.ts";
import { clientAddress, networkOf } from "./client-address.ts";
import { connectionOf, isVisitorsErrand } from "./connection.ts";

/** The caller of a request whose token says who it is. */
export function callerOf(context: Context, identity: Identity): Caller {
  const client = identity.claims.sub ?? networkOf(clientAddress(context));
  return {
    identity,
    headers: callerHeaders(context),
    client: connectionOf(context) ? client : null,
    isVisitor: identity.role === "anon" || isVisitorsErrand(context),
  };
}
