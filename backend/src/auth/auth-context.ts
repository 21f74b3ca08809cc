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

/** What the area is built from. */
export type AuthDeps = {
  config: Pick<Config, "name" | "siteUrl" | "defaultCountry" | "signup" | "jwtSecret">;
  database: Pick<Database, "ownerFor" | "asOwner">;
  identity: IdentityService;
  hooks: Hooks;
  log: Logger;
  admission: Admission;
};

export type AuthParts = Omit<AuthDeps, "admission"> & { hashing: Limiter };

/** The area's dependencies, and from where the request comes. */
export type AuthContext = Omit<AuthDeps, "database" | "admission"> & {
  /** The owner's connections, or the transaction that `transaction` opened. */
  sql: Sql;
  client: { address: string | null; userAgent: string };
  /** Hashes a password, few at once. Throws Overloaded when too many wait. */
  limited<T>(hashing: () => Promise<T>): Promise<T>;
  /** Does the work with a context whose `sql` is one transaction; an error rolls all of it back. */
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
