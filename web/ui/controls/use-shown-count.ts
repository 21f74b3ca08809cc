import { type RefObject, useLayoutEffect, useRef, useState } from "react";
import { useLocation } from "react-router";
import { tabStorage } from "#web/device-storage.ts";

/** Rows or pages that a list shows, and its scroll position. */
type Place = { count: number; top: number };

/**
 * How many rows a growing list shows. The count and the scroll position are stored per history
 * entry, so that Back, Forward and a reload return to the same place: the router restores the
 * scroll position alone, which a list of one piece is too short for.
 */
export function useShownCount(step: number): [number, (count: number) => void] {
  const { key } = useLocation();
  const [count, setCount] = useState(() => Math.max(step, readPlace(key).count));
  const scrollTop = useScrollTop();

  // The router scrolls when the page is drawn; a list whose rows load later scrolls by itself.
  useLayoutEffect(() => showPlace(readPlace(key)), [key]);
  useStoredPlace(key, () => ({ count, top: scrollTop.current }));

  return [count, setCount];
}

/** An infinite query, as far as its place matters. */
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
 * The same for a list that loads page by page: it loads as many pages as it had before it scrolls.
 * `frame` is the element that scrolls, if that is not the window.
 */
export function usePlaceInPages(list: PagedList, frame?: Frame): void {
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
  // A place that is not reached yet stays stored.
  useStoredPlace(key, () =>
    restoredKey.current === key ? { count: loaded, top: scrollTop.current } : null,
  );
}

/** Follows the scroll position: reading it forces a layout, too slow per letter of a search. */
function useScrollTop(frame?: Frame): RefObject<number> {
  const scrollTop = useRef(0);
  // Before useStoredPlace's: listeners of the window run in the order in which they were added.
  useLayoutEffect(() => {
    const follow = () => {
      scrollTop.current = frame ? (frame.current?.scrollTop ?? 0) : window.scrollY;
    };
    follow();
    // Frames do not bubble their scroll events.
    const options = { passive: true, capture: true };
    document.addEventListener("scroll", follow, options);
    // A page may be left before the browser reports the last scrolling.
    window.addEventListener("pagehide", follow);
    return () => {
      document.removeEventListener("scroll", follow, options);
      window.removeEventListener("pagehide", follow);
    };
  }, [frame]);
  return scrollTop;
}

/** Stores the place when another page or history entry follows, or the document is left. */
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
 * Rows outside the screen have an estimated height until they were drawn once (content-visibility).
 * The stored position counts their real heights; after two frames the browser remembers those.
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
