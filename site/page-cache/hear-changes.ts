import type { Backend } from "#backend";

/**
 * What triggers `tell_pages` (supabase/schemas/vehicles.sql, profiles.sql) tell: whose pages show
 * something else from now on. `index.ts` drops them.
 */
const channel = "pages";

/** No page is older than this: whoever has heard nothing for so long keeps none. */
const longestMs = 900;
const beatMs = 500;

/** So many dealerships are remembered with the time of their last change. */
const mostRemembered = 10_000;

/** Whether this process knows of every change that a kept page could miss. */
export type Changes = {
  /** True while all is heard that this process wrote, and what others wrote up to a second ago. */
  isHeard(): boolean;
  /** The same, after asking where it is not so. */
  hear(): Promise<boolean>;
  /** This process has answered something that may have changed rows. */
  wrote(): void;
  /** Whether one of these has changed since then, as far as is heard, or may have. */
  haveChanged(ids: Iterable<string>, since: number): boolean;
  stop(): Promise<void>;
};

/**
 * Hears whose pages change. `onChange` gets a dealership's or a person's id; `onGap` says that any
 * may have changed. A question over the listening connection, every half second and after each
 * write of this process, shows that it is not deaf. Times are those of `performance.now`.
 */
export async function hearChanges(
  listen: NonNullable<Backend["listen"]>,
  { onChange, onGap }: { onChange(id: string): void; onGap(): void },
): Promise<Changes> {
  const changedAt = new Map<string, number>();
  let unknownBefore = performance.now();
  let heardAt = Number.NEGATIVE_INFINITY;
  let wroteAt = Number.NEGATIVE_INFINITY;
  let asking: { since: number; answer: Promise<void> } | undefined;

  const forgetAll = (): void => {
    unknownBefore = performance.now();
    changedAt.clear();
  };
  const listener = await listen(channel, {
    onNotify: (id) => {
      if (changedAt.size >= mostRemembered) forgetAll();
      changedAt.set(id, performance.now());
      onChange(id);
    },
    onReconnect: () => {
      forgetAll();
      onGap();
    },
  });
  const ask = (): Promise<void> => {
    if (asking && asking.since >= wroteAt) return asking.answer;
    const since = performance.now();
    const answer = listener.hears().then((isHeard) => {
      if (isHeard) heardAt = Math.max(heardAt, since);
      if (asking?.since === since) asking = undefined;
    });
    asking = { since, answer };
    return answer;
  };
  const isHeard = (): boolean => heardAt >= wroteAt && performance.now() - heardAt < longestMs;
  const beat = setInterval(ask, beatMs).unref();
  await ask();
  return {
    isHeard,
    hear: async () => {
      if (!isHeard()) await ask();
      return isHeard();
    },
    wrote: () => {
      wroteAt = performance.now();
    },
    haveChanged: (ids, since) =>
      since <= unknownBefore || [...ids].some((id) => (changedAt.get(id) ?? 0) >= since),
    stop: async () => {
      clearInterval(beat);
      await listener.stop();
    },
  };
}
