import type { Context, MiddlewareHandler } from "hono";
import { admissionLimits } from "../limits.ts";
import { createLimiter, createTally, type Limiter, Overloaded } from "../postgres/limiter.ts";
import { clientAddress, connectionOf, errandIn, networkOf } from "./client-address.ts";

export { Overloaded } from "../postgres/limiter.ts";

/**
 * The one gate before any work: requests at once, and the memory they hold, else Overloaded. Each
 * area has places of its own, so that a locked table of one leaves the others served. What a
 * page or a function asks in process has passed already.
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
      connectionOf(context) && !errandIn(context)
        ? limiterOf(context).run(clientOf(context), work)
        : work(),
    /** Counts bytes of a body or an answer until the connection is done with it. */
    hold: (context: Context, bytes: number): void => {
      const answer = connectionOf(context)?.outgoing;
      if (!answer || answer.destroyed || bytes < countedFrom) return;
      answer.once("close", budget.take(clientOf(context), bytes));
    },
  };
}

export type Admission = ReturnType<typeof createAdmission>;

/** Lets a route's requests through the gate, with bodies of at most `largest` bytes. */
export function admitted({ admit, hold }: Admission, largest: number): MiddlewareHandler {
  return async (context, next) => {
    hold(context, announcedBytes(context, largest));
    await admit(context, next);
  };
}

/** With 503: when to come back. */
export const retryAfter = { "Retry-After": String(admissionLimits.retryAfterSeconds) };

/** A body without a length comes in chunks; what has neither has none (RFC 9112, section 6.3). */
function announcedBytes({ req }: Context, largest: number): number {
  const unsaid = req.header("transfer-encoding") === undefined ? 0 : largest;
  return Math.min(Number(req.header("content-length") ?? unsaid), largest);
}

function clientOf(context: Context): string {
  return networkOf(clientAddress(context));
}

/** What is larger than the whole budget is taken while nobody holds anything. */
export function createMemoryBudget(limits: { all: number; perClient: number }) {
  const held = createTally();
  return {
    /** Gives the way to hand the bytes back, once. */
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
