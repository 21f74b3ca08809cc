import type { Context, MiddlewareHandler } from "hono";
import { admissionLimits } from "../limits.ts";
import { createCounter, createLimiter, type Limiter, Overloaded } from "../postgres/limiter.ts";
import { clientAddress, connectionOf, functionCallOf, networkOf } from "./client-address.ts";

export { Overloaded } from "../postgres/limiter.ts";

/**
 * The admission gate: limits concurrent requests and the memory that they hold, and throws
 * Overloaded beyond that. Each area has its own limit, so that a locked table in one does not block
 * the others. In-process requests of pages and functions have already passed the gate.
 */
export function createAdmission(limits = admissionLimits) {
  const pages = createLimiter(limits);
  const areas = new Map<string | undefined, Limiter>(
    ["auth", "rest", "storage", "functions"].map((area) => [area, createLimiter(limits)]),
  );
  const limiterOf = ({ req }: Context) => areas.get(req.path.split("/", 2)[1]) ?? pages;
  const { memory: all, memoryPerClient: perClient, countedFrom } = limits;
  const budget = createMemoryBudget({ all, perClient });
  return {
    admit: <T>(context: Context, work: () => Promise<T>): Promise<T> =>
      connectionOf(context) && !functionCallOf(context)
        ? limiterOf(context).run(clientOf(context), work)
        : work(),
    /** Counts the bytes of a request or response body until the response is closed. */
    hold: (context: Context, bytes: number): void => {
      const answer = connectionOf(context)?.outgoing;
      if (!answer || answer.destroyed || bytes < countedFrom) return;
      answer.once("close", budget.take(clientOf(context), bytes));
    },
  };
}

export type Admission = ReturnType<typeof createAdmission>;

/** Middleware that admits a route's requests, with bodies of at most `largest` bytes. */
export function admitRequests({ admit, hold }: Admission, largest: number): MiddlewareHandler {
  return async (context, next) => {
    hold(context, announcedBytes(context, largest));
    await admit(context, next);
  };
}

/** For 503 responses. */
export const retryAfter = { "Retry-After": String(admissionLimits.retryAfterSeconds) };

/** A chunked body has no declared length, so `largest` is assumed (RFC 9112, section 6.3). */
function announcedBytes({ req }: Context, largest: number): number {
  const unsaid = req.header("transfer-encoding") === undefined ? 0 : largest;
  return Math.min(Number(req.header("content-length") ?? unsaid), largest);
}

function clientOf(context: Context): string {
  return networkOf(clientAddress(context));
}

/**
 * Throws Overloaded beyond a limit. A request over the limit is accepted only if nothing else is
 * held.
 */
export function createMemoryBudget(limits: { all: number; perClient: number }) {
  const held = createCounter();
  return {
    /** Returns a function that releases the bytes; calling it again does nothing. */
    take(client: string, bytes: number): () => void {
      const [own, total] = [held.of(client), held.total()];
      if (total > 0 && total + bytes > limits.all) throw new Overloaded();
      if (own > 0 && own + bytes > limits.perClient) throw new Overloaded();
      held.change(client, bytes);
      let isHeld = true;
      return () => {
        if (isHeld) held.change(client, -bytes);
        isHeld = false;
      };
    },
  };
}
