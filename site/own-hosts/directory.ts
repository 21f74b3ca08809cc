import type { Logger } from "pino";

const freshMs = 10_000;
/** How soon after a failure it is tried again. */
const pauseMs = 1_000;

type Source<Entry> = {
  read(): Promise<Map<string, Entry>>;
  log: Logger;
  now?: () => number;
};

/**
 * A list that is read as a whole when it is asked for and older than ten seconds, once for all who
 * wait. While it cannot be read, the last one holds; at first, an empty one.
 */
export function createDirectory<Entry>({ read, log, now = Date.now }: Source<Entry>) {
  let entries: ReadonlyMap<string, Entry> = new Map();
  let staleAt = Number.NEGATIVE_INFINITY;
  let reading: Promise<void> | undefined;
  let changes = 0;

  async function renew(): Promise<void> {
    const changesBefore = changes;
    const found = await read().catch((error: unknown) => {
      log.warn({ err: error }, "own host names cannot be read");
      return null;
    });
    if (changes !== changesBefore) return;
    entries = found ?? entries;
    staleAt = now() + (found ? freshMs : pauseMs);
    reading = undefined;
  }

  return {
    async current(): Promise<ReadonlyMap<string, Entry>> {
      // What was read while something changed may be old already.
      while (now() >= staleAt) {
        reading ??= renew();
        await reading;
      }
      return entries;
    },
    /** Something has changed: whoever asks from here on waits for what is read from here on. */
    forget(): void {
      changes += 1;
      staleAt = Number.NEGATIVE_INFINITY;
      reading = undefined;
    },
  };
}
