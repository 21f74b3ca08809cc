import { beforeEach, describe, expect, it } from "vitest";
import { guardStorage, type PageStorage } from "#web/device-storage.ts";
import { recallInventory, rememberInventory } from "./remembered-inventory.ts";

let storage: PageStorage;

beforeEach(() => {
  storage = guardStorage(() => window.localStorage);
});

describe("the inventories that a visitor's device remembers", () => {
  it("give a visitor the last inventory of a vehicle, and null for another one", () => {
    rememberInventory(storage, "kona", "/i/sol/inventory");
    rememberInventory(storage, "kona", "/i/sol/inventory?vendedor=ana");
    rememberInventory(storage, "rio", "/inventory");
    expect(recallInventory(storage, "kona")).toBe("/i/sol/inventory?vendedor=ana");
    expect(recallInventory(storage, "rio")).toBe("/inventory");
    expect(recallInventory(storage, "picanto")).toBeNull();
  });

  it("cover the visitor's latest sixty vehicles", () => {
    for (let number = 0; number < 70; number += 1)
      rememberInventory(storage, `v${number}`, "/i/sol/inventory");
    expect(recallInventory(storage, "v10")).toBe("/i/sol/inventory");
    expect(recallInventory(storage, "v9")).toBeNull();
  });

  it.each([
    "nonsense",
    "{}",
    '[["kona","javascript:alert(1)"]]',
    '[["kona","//evil.example/i/sol"]]',
    '[["kona"]]',
    "[null]",
  ])("give a visitor null for a storage with %s", (kept) => {
    storage.setItem("vitrina-inventories", kept);
    expect(recallInventory(storage, "kona")).toBeNull();
  });
});
