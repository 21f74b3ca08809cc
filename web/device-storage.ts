/** The part of `localStorage` and `sessionStorage` that pages use. */
export type PageStorage = Pick<Storage, "getItem" | "setItem" | "removeItem"> & {
  listKeys(): string[];
};

/** Shared by all tabs. */
export const deviceStorage = guardStorage(() => window.localStorage);

/** For this tab only. */
export const tabStorage = guardStorage(() => window.sessionStorage);

/**
 * Storage that never throws. When the browser blocks it, even reading `localStorage` throws, and a
 * full one throws on writing; the entry is then held in memory until the page is closed.
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
 * Inlined into the head of each page. When the browser blocks `sessionStorage`, replaces it by a
 * map in memory: React Router's inline script does not expect it to throw.
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
