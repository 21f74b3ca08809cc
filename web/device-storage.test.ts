import { describe, expect, test } from "vitest";
import { guardStorage } from "./device-storage.ts";

class BrowserStorage implements Storage {
  readonly #entries = new Map<string, string>();
  isFull = false;
  get length() {
    return this.#entries.size;
  }
  key = (index: number) => [...this.#entries.keys()][index] ?? null;
  getItem = (key: string) => this.#entries.get(key) ?? null;
  setItem = (key: string, value: string) => {
    if (this.isFull) throw new DOMException("full", "QuotaExceededError");
    this.#entries.set(key, value);
  };
  removeItem = (key: string) => void this.#entries.delete(key);
  clear = () => this.#entries.clear();
}

const allowed = new BrowserStorage();
const full = Object.assign(new BrowserStorage(), { isFull: true });
const refuse = () => {
  throw new DOMException("denied", "SecurityError");
};
const refusing = Object.assign(new BrowserStorage(), {
  getItem: refuse,
  setItem: refuse,
  removeItem: refuse,
  key: refuse,
});

describe("a page's storage", () => {
  test.each<[string, () => Storage]>([
    ["allowed", () => allowed],
    ["full", () => full],
    ["blocked", refuse],
    ["refusing every call", () => refusing],
    ["missing", () => window.localStorage],
  ])("keeps an entry for the page's lifetime when storage is %s", (_what, open) => {
    const storage = guardStorage(open);
    expect(storage.getItem("theme")).toBeNull();
    storage.setItem("theme", "dark");
    expect(storage.getItem("theme")).toBe("dark");
    expect(storage.listKeys()).toEqual(["theme"]);
    storage.removeItem("theme");
    expect(storage.getItem("theme")).toBeNull();
    expect(storage.listKeys()).toEqual([]);
  });

  test("writes to the browser's storage again once that works", () => {
    const native = Object.assign(new BrowserStorage(), { isFull: true });
    const storage = guardStorage(() => native);
    storage.setItem("theme", "dark");
    expect(native.getItem("theme")).toBeNull();
    native.isFull = false;
    storage.setItem("theme", "light");
    expect(native.getItem("theme")).toBe("light");
    expect([storage.getItem("theme"), storage.listKeys()]).toEqual(["light", ["theme"]]);
  });
});
