import type { Gate, Place } from "#api/http/gate.ts";

/** Does named pieces of work, each once for all who ask for it while it is not done. */
export type SharedPieces<Result> = {
  /** The result of a piece for a client. Throws what the work throws, or what the gate throws when too many pieces wait. */
  share(name: string, client: string, work: () => Promise<Result>): Promise<Result>;
};

type Piece<Result> = { result: PromiseWithResolvers<Result>; place: Place<void> };

/**
 * Pieces of work behind a gate. Each has one place in line, the best that anybody who asks for it has to give: in the place of whoever asked first it would wait
 * behind all that this one asked for before, and a place for each who asks would fill the line.
 */
export function createSharedPieces<Result>(gate: Gate): SharedPieces<Result> {
  const pieces = new Map<string, Piece<Result>>();

  return {
    share(name, client, work) {
      const known = pieces.get(name);
      if (known && gate.waitingOf(client) >= known.place.ahead()) return known.result.promise;
      known?.place.leave();
      const result = known?.result ?? Promise.withResolvers<Result>();
      const place = gate.enter(client, async () => {
        const done = work().finally(() => pieces.delete(name));
        await done.then(result.resolve, result.reject);
      });
      place.result.catch((refusal) => {
        pieces.delete(name);
        result.reject(refusal);
      });
      pieces.set(name, { result, place });
      return result.promise;
    },
  };
}
