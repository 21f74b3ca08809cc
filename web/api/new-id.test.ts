import { afterEach, describe, expect, it, vi } from "vitest";
import { z } from "zod";
import { newId } from "./new-id.ts";

describe("an id made in the browser", () => {
  afterEach(() => vi.unstubAllGlobals());

  it("is a UUID, different each time", () => {
    expect(z.uuidv4().safeParse(newId()).success).toBe(true);
    expect(newId()).not.toBe(newId());
  });

  it("is a UUID without https too, where crypto.randomUUID is missing", () => {
    const { crypto } = globalThis;
    vi.stubGlobal("crypto", { getRandomValues: crypto.getRandomValues.bind(crypto) });
    for (let index = 0; index < 100; index += 1) {
      expect(z.uuidv4().safeParse(newId()).success).toBe(true);
    }
    expect(newId()).not.toBe(newId());
  });
});
