import { LRUCache } from "lru-cache";
import { type KeptPage, sizeOf } from "./kept-page.ts";

/** Kept pages by their keys, and the keys of those that show something. */
export type PageStore = {
  get(key: string): KeptPage | undefined;
  /** Also for a page whose size has changed. */
  set(key: string, page: KeptPage): void;
  dropWhatShows(id: string): void;
  clear(): void;
};

/** What shows a time (this year, say) is made anew after so long at the latest. */
const longestMs = 60 * 60 * 1000;

/** Holds so many bytes of pages; those that nobody has asked for longest go first. */
export function createPageStore(maxBytes: number): PageStore {
  const keysOf = new Map<string, Set<string>>();
  const pages = new LRUCache<string, KeptPage>({
    maxSize: maxBytes,
    sizeCalculation: (page, key) => sizeOf(page) + key.length,
    dispose: ({ shows }, key) => {
      for (const id of shows) {
        const keys = keysOf.get(id);
        keys?.delete(key);
        if (keys?.size === 0) keysOf.delete(id);
      }
    },
  });
  return {
    get: (key) => {
      const page = pages.get(key);
      if (page && performance.now() - page.madeAt < longestMs) return page;
      pages.delete(key);
      return undefined;
    },
    set: (key, page) => {
      // An entry that is overwritten with the same page would keep its old size.
      pages.delete(key);
      pages.set(key, page);
      if (!pages.has(key)) return;
      for (const id of page.shows) keysOf.set(id, (keysOf.get(id) ?? new Set()).add(key));
    },
    dropWhatShows: (id) => {
      for (const key of [...(keysOf.get(id) ?? [])]) pages.delete(key);
    },
    clear: () => pages.clear(),
  };
}
