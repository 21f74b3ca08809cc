import { type RefObject, useLayoutEffect, useRef, useState } from "react";
import { useLocation } from "react-router";
import { tabStorage } from "#web/device-storage.ts";

/** How many rows or pages a list shows, and its scroll position. */
type Place = { count: number; top: number };

/**
 * The number of rows of a growing list. Row count and scroll position are stored per history entry,
 * so that Back, Forward and reload return to the same place. The router only restores the scroll
 * position, for which the initial list is too short.
 */
export function useShownCount(step: number): [number, (count: number) => void] {
  const { key } = useLocation();
  const [count, setCount] = useState(() => Math.max(step, readPlace(key).count));
  const scrollTop = useScrollTop();

  // The router scrolls at render time; a list with rows that load later scrolls itself.
  useLayoutEffect(() => showPlace(readPlace(key)), [key]);
  useStoredPlace(key, () => ({ count, top: scrollTop.current }));

  return [count, setCount];
}

/** The part of an infinite query that matters here. */
type PagedList = {
  data: { pages: unknown[] } | undefined;
  hasNextPage: boolean;
  isError: boolean;
  isFetching: boolean;
  isPlaceholderData: boolean;
  fetchNextPage: () => unknown;
};

type Frame = RefObject<HTMLElement | null>;

/**
 * As useShownCount, for a paged list: loads as many pages as before, then scrolls. `frame` is the
 * scrolling element if it is not the window.
 */
export function useRestoredPages(list: PagedList, frame?: Frame): void {
  const { key } = useLocation();
  const loaded = list.isPlaceholderData ? 0 : (list.data?.pages.length ?? 0);
  const scrollTop = useScrollTop(frame);
  const restoredKey = useRef<string>(undefined);

  useLayoutEffect(() => {
    if (restoredKey.current === key || loaded === 0) return;
    const place = readPlace(key);
    if (loaded < place.count && list.hasNextPage && !list.isError) {
      if (!list.isFetching) list.fetchNextPage();
      return;
    }
    restoredKey.current = key;
    showPlace(place, frame?.current);
  });
  // A place that is not restored yet stays stored.
  useStoredPlace(key, () =>
    restoredKey.current === key ? { count: loaded, top: scrollTop.current } : null,
  );
}

/**
 * Tracks the scroll position: reading it forces a layout, which is too slow for each key of a
 * search.
 */
function useScrollTop(frame?: Frame): RefObject<number> {
  const scrollTop = useRef(0);
  // Before useStoredPlace: window listeners run in the order of their registration.
  useLayoutEffect(() => {
    const follow = () => {
      scrollTop.current = frame ? (frame.current?.scrollTop ?? 0) : window.scrollY;
    };
    follow();
    // Scroll events of elements do not bubble.
    const options = { passive: true, capture: true };
    document.addEventListener("scroll", follow, options);
    // The page may be left before the browser reports the last scroll.
    window.addEventListener("pagehide", follow);
    return () => {
      document.removeEventListener("scroll", follow, options);
      window.removeEventListener("pagehide", follow);
    };
  }, [frame]);
  return scrollTop;
}

/** Stores the place on navigation and on unload. */
function useStoredPlace(key: string, placeNow: () => Place | null): void {
  const latest = useRef(placeNow);
  useLayoutEffect(() => {
    const store = () => storePlace(key, latest.current());
    window.addEventListener("pagehide", store);
    return () => {
      window.removeEventListener("pagehide", store);
      store();
    };
  }, [key]);
  useLayoutEffect(() => {
    latest.current = placeNow;
  });
}

function showPlace({ top }: Place, frame?: HTMLElement | null): void {
  if (top === 0) return;
  drawAllRows();
  if (frame) frame.scrollTop = top;
  else if (top > window.scrollY) window.scrollTo(0, top);
}

/**
 * Rows outside the viewport have an estimated height until their first render (content-visibility),
 * but the stored position needs their real heights. Browsers remember those after two frames.
 */
function drawAllRows(): void {
  const { classList } = document.documentElement;
  classList.add("draw-all-rows");
  requestAnimationFrame(() => requestAnimationFrame(() => classList.remove("draw-all-rows")));
}

const storageKey = (key: string) => `list-place:${key}`;

function storePlace(key: string, place: Place | null): void {
  if (place) tabStorage.setItem(storageKey(key), `${place.count} ${place.top}`);
}

function readPlace(key: string): Place {
  const [count = 0, top = 0] = (tabStorage.getItem(storageKey(key)) ?? "").split(" ").map(Number);
  return { count, top };
}
