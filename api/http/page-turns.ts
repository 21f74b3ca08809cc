import type { Context } from "hono";
import type { Arrivals } from "./arrivals.ts";
import { createLoopTurns, type LoopTurns } from "./loop-turns.ts";

/** Of a page that takes 5 ms so many are made while a visitor is willing to wait. */
const longestLine = 2_000;

/** A crowd that keeps coming must not keep pages from being made. */
const mostTurnsBetween = 64;

/**
 * Turns for pages. Most are made without waiting for anything, so those of two hundred connections would all be made before the event loop looks at anything else. And
 * in each of its turns it accepts one connection: whoever comes new would wait behind as many pages as have come before. So the next page begins when a whole turn
 * has passed in which nobody came.
 */
export function createPageTurns(
  { count }: Pick<Arrivals, "count">,
  limit = longestLine,
): LoopTurns {
  return createLoopTurns(limit, (goOn) => {
    let seen: number | null = null;
    let turns = 0;
    const look = (): void => {
      const arrived = count();
      turns += 1;
      if (arrived === seen || turns > mostTurnsBetween) goOn();
      else setImmediate(look);
      seen = arrived;
    };
    setImmediate(look);
  });
}

/** What a visitor reads whose turn did not come. */
export function refuseVisit(context: Context): Response {
  const words = "Demasiadas visitas a la vez. Inténtalo de nuevo en unos segundos.";
  return context.text(words, 503, { "Retry-After": "2" });
}
