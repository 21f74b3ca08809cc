/** What a page reads and writes of `localStorage` or `sessionStorage`. */
export type PageStorage = Pick<Storage, "getItem" | "setItem" | "removeItem"> & {
  listKeys(): string[];
};

/** Shared by all pages of this device. */
export const deviceStorage = guardStorage(() => window.localStorage);

/** Belongs to this tab. */
export const tabStorage = guardStorage(() => window.sessionStorage);

/**
 * Storage that never throws. Where the browser blocks it, even reading `localStorage` throws, and a
 * full one throws on writing; the entry then lives in memory as long as the page does.
 */
export function guardStorage(open: () => Storage): PageStorage {
  const memory = new Map<string, string>();
  const attempt = <T>(act: (storage: Storage) => T): { value: T } | null => {
    try {
      return { value: act(open()) };
    } catch {
      return null;
    }
  };
  return {
    getItem: (key) => memory.get(key) ?? attempt((storage) => storage.getItem(key))?.value ?? null,
    setItem(key, value) {
      if (attempt((storage) => storage.setItem(key, value))) memory.delete(key);
      else memory.set(key, value);
    },
    removeItem(key) {
      memory.delete(key);
      attempt((storage) => storage.removeItem(key));
    },
    listKeys() {
      const stored = attempt((storage) =>
        Array.from({ length: storage.length }, (_, index) => storage.key(index) ?? ""),
      );
      return [...new Set([...memory.keys(), ...(stored?.value ?? [])])];
    },
  };
}

/**
 * Sent as its source, in the head of each page: where the browser blocks `sessionStorage`, a memory
 * takes its place for React Router's own inline script, which does not expect that it throws.
 */
export function replaceBlockedTabStorage(): void {
  try {
    window.sessionStorage.getItem("");
  } catch {
    const memory = new Map<string, string>();
    const value = {
      getItem: (key: string) => memory.get(key) ?? null,
      setItem: (key: string, text: string) => void memory.set(key, `${text}`),
      removeItem: (key: string) => void memory.delete(key),
      key: (index: number) => [...memory.keys()][index] ?? null,
      get length() {
        return memory.size;
      },
    };
    Reflect.defineProperty(window, "sessionStorage", { configurable: true, value });
  }
}
