import type { Asker, Shares } from "./shares.ts";

/** Gives what `send` gives, or what that of somebody else with the same key gives. */
export type ShareRead<Row> = (asker: Asker, key: object, send: () => Promise<Row>) => Promise<Row>;

type Read<Row> = PromiseWithResolvers<Row> & {
  isSent: boolean;
  askers: number;
  /** When the one before it has been answered. */
  due: Promise<unknown>;
};

/**
 * One read of a key is under way at a time. All that come meanwhile are the next one, which is sent
 * when the first of them has its turn: no row is older than a question for it.
 */
export function createSharedReads<Row>({ take }: Pick<Shares, "take">): ShareRead<Row> {
  const latest = new Map<object, Read<Row>>();
  const join = (key: object): Read<Row> => {
    const last = latest.get(key);
    if (last && !last.isSent) return last;
    const due = last ? last.promise.catch(() => undefined) : Promise.resolve();
    const read = { ...Promise.withResolvers<Row>(), isSent: false, askers: 0, due };
    latest.set(key, read);
    return read;
  };
  const forget = (key: object, read: Read<Row>): void => {
    if (latest.get(key) === read) latest.delete(key);
  };
  return async (asker, key, send) => {
    const read = join(key);
    read.askers += 1;
    await read.due;
    if (read.isSent) return read.promise;
    const turn = take(asker, async () => {
      if (read.isSent) return;
      read.isSent = true;
      await send().then(read.resolve, read.reject);
      forget(key, read);
    });
    const unlessRefused = turn.then(
      () => read.promise,
      (error: unknown) => {
        read.askers -= 1;
        if (read.askers === 0) forget(key, read);
        throw error;
      },
    );
    return Promise.race([read.promise, unlessRefused]);
  };
}
