import { workLimits } from "#backend/limits.ts";
import { createLimiter, Overloaded } from "#backend/postgres/limiter.ts";
import { StoreUnreachable } from "./storage-backend.ts";

/**
 * Runs work on a store of files, little at once. Throws StoreUnreachable when it takes too long:
 * what has begun goes on, and nobody hears of its end; what has not, never begins.
 */
export function createStoreLimiter(): <T>(work: () => Promise<T>) => Promise<T> {
  const limiter = createLimiter(workLimits.diskWrites);
  return async (work) => {
    const late = Promise.withResolvers<never>();
    const timer = setTimeout(() => late.reject(standsStill()), workLimits.diskWrites.waitMs);
    try {
      return await Promise.race([limiter.run("", work), late.promise]);
    } catch (error) {
      throw error instanceof Overloaded ? standsStill() : error;
    } finally {
      clearTimeout(timer);
    }
  };
}

function standsStill(): StoreUnreachable {
  return new StoreUnreachable(new Error("The store of files stands still"));
}
