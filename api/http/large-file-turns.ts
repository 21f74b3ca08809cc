import { existsSync, readdirSync, statSync } from "node:fs";
import { join } from "node:path";
import type { MiddlewareHandler } from "hono";
import type { Arrivals } from "./arrivals.ts";
import { clientAddress, networkOf } from "./client-address.ts";
import { connectionOf } from "./connection.ts";
import { createPageTurns, refuseVisit } from "./page-turns.ts";

/** In bytes, as it lies there unpacked: the rest is sent before anybody notices. */
const large = 100_000;

/**
 * Lets the large ones of a folder's built files begin one after the other, as pages do and apart from them: a thousand at once are read and sent for seconds, in which nobody new would
 * be let in.
 */
export function largeFilesInTurn(
  folder: string,
  arrivals: Pick<Arrivals, "count">,
): MiddlewareHandler {
  const waitForTurn = createPageTurns(arrivals);
  const names = findLargeFiles(folder);
  return async (context, next) => {
    const { path } = context.req;
    if (!names.has(path.slice(path.lastIndexOf("/") + 1))) return next();
    const network = networkOf(clientAddress(context));
    const isTurn = await waitForTurn(network, connectionOf(context)?.outgoing);
    return isTurn ? next() : refuseVisit(context);
  };
}

/** Of a site whose sources are served as they are there is no such folder. */
function findLargeFiles(folder: string): Set<string> {
  const names = existsSync(folder) ? readdirSync(folder) : [];
  return new Set(names.filter((name) => statSync(join(folder, name)).size > large));
}
