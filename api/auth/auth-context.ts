import { isIP } from "node:net";
import type { Context } from "hono";
import type { Logger } from "pino";
import type postgres from "postgres";
import type { Config } from "#api/config.ts";
import { callerHeaders } from "#api/http/caller-headers.ts";
import type { IdentityService } from "#api/identity/index.ts";
import type { Database } from "#api/postgres/database.ts";

/** What the area is built from. */
export type AuthDeps = {
  config: Pick<Config, "siteUrl" | "defaultCountry" | "signup" | "jwtSecret">;
  database: Pick<Database, "owner" | "asOwner">;
  identity: IdentityService;
  log: Logger;
};

/** What every verb gets besides its input: the area's dependencies, and from where the request comes. */
export type AuthContext = Omit<AuthDeps, "database"> & {
  /** The owner's connections, or the transaction that `transaction` opened. */
  sql: postgres.ISql;
  client: { address: string | null; userAgent: string };
  /** Does the work with a context whose `sql` is one transaction; an error rolls all of it back. */
  transaction<T>(work: (context: AuthContext) => Promise<T>): Promise<T>;
};

/** The context of one request. */
export function contextOf({ config, database, identity, log }: AuthDeps, c: Context): AuthContext {
  const headers = callerHeaders(c);
  const address = headers["x-client-ip"] ?? "";
  const context: AuthContext = {
    config,
    identity,
    log,
    sql: database.owner,
    client: {
      address: isIP(address) === 0 ? null : address,
      userAgent: headers["user-agent"] ?? "",
    },
    transaction: (work) => database.asOwner((sql) => work({ ...context, sql })),
  };
  return context;
}
