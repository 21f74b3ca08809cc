import { beforeEach, describe, expect, it } from "vitest";
import { guardStorage, type PageStorage } from "#web/device-storage.ts";
import { claimTab, clearTab, draftPrefix } from "./tab-memory.ts";

let storage: PageStorage;

beforeEach(() => {
  storage = guardStorage(() => window.sessionStorage);
  claimTab(storage, "dealer");
  storage.setItem(`${draftPrefix}dealer:new`, "a car");
  storage.setItem("impersonatedUser", "{}");
  storage.setItem("router", "position");
});

const keys = () => storage.listKeys().sort();

describe("the data that a tab keeps for its person", () => {
  it("survives when the same person signs in again", () => {
    claimTab(storage, "dealer");
    expect(storage.getItem(`${draftPrefix}dealer:new`)).toBe("a car");
    expect(storage.getItem("impersonatedUser")).toBe("{}");
  });

  it("is removed when another person signs in, and at sign-out", () => {
    claimTab(storage, "neighbour");
    expect(keys()).toEqual(["router", "vitrina-person"]);
    clearTab(storage);
    expect(keys()).toEqual(["router"]);
  });
});
