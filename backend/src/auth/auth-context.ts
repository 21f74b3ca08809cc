import { isIP } from "node:net";
import type { Context } from "hono";
import type { Logger } from "pino";
import type { Hooks } from "../hooks.ts";
import type { Admission } from "../http/admission.ts";
import { callerHeaders } from "../http/caller.ts";
import { networkOf } from "../http/client-address.ts";
import type { IdentityService } from "../http/identity/index.ts";
import type { Database } from "../postgres/database.ts";
import type { Limiter } from "../postgres/limiter.ts";
import type { Sql } from "../postgres/sql.ts";
import type { Config } from "../settings.ts";

/** Dependencies of the auth API. */
export type AuthDeps = {
  config: Pick<Config, "name" | "siteUrl" | "defaultCountry" | "signup" | "jwtSecret">;
  database: Pick<Database, "ownerFor" | "asOwner">;
  identity: IdentityService;
  hooks: Hooks;
  log: Logger;
  admission: Admission;
};

export type AuthParts = Omit<AuthDeps, "admission"> & { hashing: Limiter };

/** The dependencies of one request, with the client's address and user agent. */
export type AuthContext = Omit<AuthDeps, "database" | "admission"> & {
  /** Runs as the owner, or in the transaction that `transaction` opened. */
  sql: Sql;
  client: { address: string | null; userAgent: string };
  /**
   * Runs a password hash; only a few run concurrently. Throws Overloaded when too many are queued.
   */
  limited<T>(hashing: () => Promise<T>): Promise<T>;
  /** Calls `work` with a context that runs in one transaction. An error rolls it back. */
  transaction<T>(work: (context: AuthContext) => Promise<T>): Promise<T>;
};

export function contextOf(parts: AuthParts, c: Context): AuthContext {
  const { config, database, identity, hooks, log, hashing } = parts;
  const headers = callerHeaders(c);
  const address = headers["x-client-ip"] ?? "";
  const network = address === "" ? null : networkOf(address);
  const context: AuthContext = {
    config,
    identity,
    hooks,
    log,
    sql: database.ownerFor(network),
    client: {
      address: isIP(address) === 0 ? null : address,
      userAgent: headers["user-agent"] ?? "",
    },
    limited: (work) => hashing.run(network ?? "", work),
    transaction: (work) => database.asOwner(network, (sql) => work({ ...context, sql })),
  };
  return context;
}
