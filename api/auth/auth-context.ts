import { isIP } from "node:net";
import type { Context } from "hono";
import type { Logger } from "pino";
import type { Config } from "#api/config.ts";
import { callerHeaders } from "#api/http/caller-headers.ts";
import { networkOf } from "#api/http/client-address.ts";
import type { Gate } from "#api/http/gate.ts";
import type { IdentityService } from "#api/identity/index.ts";
import type { Database } from "#api/postgres/database.ts";
import type { Sql } from "#api/postgres/sql.ts";

/** What the area is built from. */
export type AuthDeps = {
  config: Pick<Config, "siteUrl" | "defaultCountry" | "signup" | "jwtSecret">;
  database: Pick<Database, "ownerFor" | "asOwner">;
  identity: IdentityService;
  log: Logger;
};

/** What its routes are built from. */
export type AuthParts = AuthDeps & { hashing: Gate };

/** What every verb gets besides its input: the area's dependencies, and from where the request comes. */
export type AuthContext = Omit<AuthDeps, "database"> & {
  /** The owner's connections, or the transaction that `transaction` opened. */
  sql: Sql;
  client: { address: string | null; userAgent: string };
  /** Hashes a password when it is the client's turn. Throws over_request_rate_limit (503) when too many wait. */
  inTurn<T>(hashing: () => Promise<T>): Promise<T>;
  /** Does the work with a context whose `sql` is one transaction; an error rolls all of it back. */
  transaction<T>(work: (context: AuthContext) => Promise<T>): Promise<T>;
};

/** The context of one request. */
export function contextOf(parts: AuthParts, c: Context): AuthContext {
  const { config, database, identity, log, hashing } = parts;
  const headers = callerHeaders(c);
  const address = headers["x-client-ip"] ?? "";
  const network = address === "" ? null : networkOf(address);
  const context: AuthContext = {
    config,
    identity,
    log,
    sql: database.ownerFor(network),
    client: {
      address: isIP(address) === 0 ? null : address,
      userAgent: headers["user-agent"] ?? "",
    },
    inTurn: (work) => hashing.run(network ?? "", work),
    transaction: (work) => database.asOwner(network, (sql) => work({ ...context, sql })),
  };
  return context;
}
