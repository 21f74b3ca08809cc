import { createGate } from "#api/http/gate.ts";
import { StoreUnreachable } from "./store-unreachable.ts";

/**
 * Does a piece of work on the store when its turn comes. Throws StoreUnreachable when it takes too long: what has begun goes on, and nobody hears of its end; what has not,
 * never begins.
 */
export type DiskTurns = <T>(work: () => Promise<T>) => Promise<T>;

/**
 * Node has four threads for files, for names and for what else blocks: a disk that stands still leaves one of them to others. With two turns a busy site stores half as
 * many photos.
 */
const atOnce = 3;
const patienceMs = 20_000;

/** How many pieces stand in line at most, those included that are not awaited any more; the next is refused at once. */
const longestQueue = 1_000;

/** Turns on a disk, in the order in which the work comes. */
export function createDiskTurns(): DiskTurns {
  const gate = createGate({
    capacity: atOnce,
    share: atOnce,
    queue: longestQueue,
    refuse: standsStill,
  });
  return async (work) => {
    const patience = Promise.withResolvers<never>();
    // Let go when it is too late, since it holds the bytes and the line may stand for hours.
    let waiting: typeof work | null = work;
    const timer = setTimeout(() => {
      waiting = null;
      patience.reject(standsStill());
    }, patienceMs);
    const turn = gate.run("everybody", async () => {
      const begun = waiting;
      waiting = null;
      if (!begun) throw standsStill();
      return begun();
    });
    try {
      return await Promise.race([turn, patience.promise]);
    } finally {
      clearTimeout(timer);
    }
  };
}

function standsStill(): StoreUnreachable {
  return new StoreUnreachable(new Error(`it took longer than ${patienceMs / 1000} s`));
}
