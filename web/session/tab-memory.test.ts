import { beforeEach, describe, expect, it } from "vitest";
import { claimTab, draftPrefix, forgetTab } from "./tab-memory.ts";

/**
 * A tab's storage, with a dealer's draft, for whom an admin acts, and something that is nobody's.
 */
function createStorage(): Storage {
  const kept = new Map<string, string>();
  const methods: Storage = {
    length: 0,
    key: () => null,
    clear: () => kept.clear(),
    getItem: (key) => kept.get(key) ?? null,
    setItem: (key, value) => void kept.set(key, value),
    removeItem: (key) => void kept.delete(key),
  };
  return new Proxy(methods, {
    ownKeys: () => [...kept.keys()],
    getOwnPropertyDescriptor: () => ({ configurable: true, enumerable: true }),
  });
}

let storage: Storage;

beforeEach(() => {
  storage = createStorage();
  claimTab(storage, "dealer");
  storage.setItem(`${draftPrefix}dealer:new`, "a car");
  storage.setItem("impersonatedUser", "{}");
  storage.setItem("router", "position");
});

const keys = () => Object.keys(storage).sort();

describe("what a tab keeps for its person", () => {
  it("stays while the same person comes back", () => {
    claimTab(storage, "dealer");
    expect(storage.getItem(`${draftPrefix}dealer:new`)).toBe("a car");
    expect(storage.getItem("impersonatedUser")).toBe("{}");
  });

  it("goes when somebody else signs in, and when the person signs out", () => {
    claimTab(storage, "neighbour");
    expect(keys()).toEqual(["router", "vitrina-person"]);
    forgetTab(storage);
    expect(keys()).toEqual(["router"]);
  });
});
