import { LRUCache } from "lru-cache";
import type { Identity } from "#backend/postgres/identity.ts";

type Verify = (token: string) => Promise<Identity>;

/**
 * Two thousand tokens of the usual length. By length and not by number, since metadata can make
 * claims that hold a hundred times as much memory.
 */
const mostCharacters = 2_000_000;

/**
 * Verifies each token once: the same text with the same key has the same claims for as long as it
 * has not expired, and a request brings two of them. Whether its session still lives is the
 * database's to say, at each request. Refused tokens are not remembered.
 */
export function rememberVerified(verify: Verify, limit = mostCharacters): Verify {
  const remembered = new LRUCache<string, Identity>({
    maxSize: limit,
    sizeCalculation: (_, token) => token.length,
  });
  return async (token) => {
    const known = remembered.get(token);
    if (known && isInForce(known)) return known;
    remembered.delete(token);
    const identity = await verify(token);
    remembered.set(token, identity);
    return identity;
  };
}

function isInForce({ claims: { exp, nbf } }: Identity): boolean {
  const now = Date.now() / 1000;
  return typeof exp === "number" && now < exp && (typeof nbf !== "number" || nbf <= now);
}
