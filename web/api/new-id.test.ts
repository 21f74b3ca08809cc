import { afterEach, describe, expect, it, vi } from "vitest";
import { z } from "zod";
import { newId } from "./new-id.ts";

describe("an id that a page makes", () => {
  afterEach(() => vi.unstubAllGlobals());

  it("is a UUID, and another one each time", () => {
    expect(z.uuidv4().safeParse(newId()).success).toBe(true);
    expect(newId()).not.toBe(newId());
  });

  it("is one too on a page without https, whose browser makes none", () => {
    const { crypto } = globalThis;
    vi.stubGlobal("crypto", { getRandomValues: crypto.getRandomValues.bind(crypto) });
    for (let index = 0; index < 100; index += 1) {
      expect(z.uuidv4().safeParse(newId()).success).toBe(true);
    }
    expect(newId()).not.toBe(newId());
  });
});
