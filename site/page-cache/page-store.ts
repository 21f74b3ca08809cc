import { LRUCache } from "lru-cache";
import { type CachedPage, sizeOf } from "./cached-page.ts";

/** Cached pages by key, and the keys to invalidate by id. */
export type PageStore = {
  get(key: string): CachedPage | undefined;
  /** Call again when the page's size has changed. */
  set(key: string, page: CachedPage): void;
  invalidate(id: string): void;
  clear(): void;
};

/** Maximum age, because a page may show a time, such as the year. */
const maxAgeMs = 60 * 60 * 1000;

/** An LRU cache of at most `maxBytes`. */
export function createPageStore(maxBytes: number): PageStore {
  const keysOf = new Map<string, Set<string>>();
  const pages = new LRUCache<string, CachedPage>({
    maxSize: maxBytes,
    sizeCalculation: (page, key) => sizeOf(page) + key.length,
    dispose: ({ dependsOn }, key) => {
      for (const id of dependsOn) {
        const keys = keysOf.get(id);
        keys?.delete(key);
        if (keys?.size === 0) keysOf.delete(id);
      }
    },
  });
  return {
    get: (key) => {
      const page = pages.get(key);
      if (page && performance.now() - page.renderedAt < maxAgeMs) return page;
      pages.delete(key);
      return undefined;
    },
    set: (key, page) => {
      // An entry that is overwritten with the same page would keep its old size.
      pages.delete(key);
      pages.set(key, page);
      if (!pages.has(key)) return;
      for (const id of page.dependsOn) keysOf.set(id, (keysOf.get(id) ?? new Set()).add(key));
    },
    invalidate: (id) => {
      for (const key of [...(keysOf.get(id) ?? [])]) pages.delete(key);
    },
    clear: () => pages.clear(),
  };
}
