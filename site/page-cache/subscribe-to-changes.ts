import type { Backend } from "#backend";

/**
 * Channel of the database triggers `tell_pages` (supabase/schemas/profiles.sql; also on vehicles
 * and slugs). The payload is the id of the profile whose pages changed.
 */
const channel = "pages";

/** After this long without proof of a working connection, no cached page is used. */
const maxSilenceMs = 900;
const pingIntervalMs = 500;

/** Maximum number of ids whose last change is remembered. */
const maxRememberedIds = 10_000;

/** Tracks whether this process has received every change that could affect a cached page. */
export type Changes = {
  /**
   * True while all changes of this process, and those of others up to a second ago, are received.
   */
  isUpToDate(): boolean;
  /** As isUpToDate, but checks the connection first if that is needed. */
  catchUp(): Promise<boolean>;
  /** Call after this process answered a request that may have changed rows. */
  noteWrite(): void;
  /** Whether one of these ids has changed since then, or may have. */
  haveChanged(ids: Iterable<string>, since: number): boolean;
  stop(): Promise<void>;
};

/**
 * Subscribes to changes of pages. `onChange` gets the id of a dealership or a person; `onGap` means
 * that any page may have changed. A query over the listening connection, every half second and
 * after each write of this process, proves that no notification is missing. Times are those of
 * `performance.now`.
 */
export async function subscribeToChanges(
  listen: NonNullable<Backend["listen"]>,
  { onChange, onGap }: { onChange(id: string): void; onGap(): void },
): Promise<Changes> {
  const changedAt = new Map<string, number>();
  let unknownBefore = performance.now();
  let confirmedAt = Number.NEGATIVE_INFINITY;
  let wroteAt = Number.NEGATIVE_INFINITY;
  let pending: { since: number; answer: Promise<void> } | undefined;

  const forgetAll = (): void => {
    unknownBefore = performance.now();
    changedAt.clear();
  };
  const listener = await listen(channel, {
    onNotify: (id) => {
      if (changedAt.size >= maxRememberedIds) forgetAll();
      changedAt.set(id, performance.now());
      onChange(id);
    },
    onReconnect: () => {
      forgetAll();
      onGap();
    },
  });
  const ping = (): Promise<void> => {
    if (pending && pending.since >= wroteAt) return pending.answer;
    const since = performance.now();
    const answer = listener.isCaughtUp().then((isAlive) => {
      if (isAlive) confirmedAt = Math.max(confirmedAt, since);
      if (pending?.since === since) pending = undefined;
    });
    pending = { since, answer };
    return answer;
  };
  const isUpToDate = (): boolean =>
    confirmedAt >= wroteAt && performance.now() - confirmedAt < maxSilenceMs;
  const timer = setInterval(ping, pingIntervalMs).unref();
  await ping();
  return {
    isUpToDate,
    catchUp: async () => {
      if (!isUpToDate()) await ping();
      return isUpToDate();
    },
    noteWrite: () => {
      wroteAt = performance.now();
    },
    haveChanged: (ids, since) =>
      since <= unknownBefore || [...ids].some((id) => (changedAt.get(id) ?? 0) >= since),
    stop: async () => {
      clearInterval(timer);
      await listener.stop();
    },
  };
}
