import { describe, expect, it, vi } from "vitest";
import type { Identity } from "../../postgres/caller-statement.ts";
import { cacheVerified } from "./index.ts";

describe("cacheVerified", () => {
  it("verifies a token once while it is valid", async () => {
    const verify = vi.fn(async () => identity({ exp: inSeconds(60) }));
    const verifyCached = cacheVerified(verify);
    await verifyCached("a");
    await verifyCached("a");
    expect(verify).toHaveBeenCalledTimes(1);
    await verifyCached("b");
    expect(verify).toHaveBeenCalledTimes(2);
  });

  it("verifies a token again if it expired or has no expiry", async () => {
    const expired = vi.fn(async () => identity({ exp: inSeconds(-1) }));
    const verifyCached = cacheVerified(expired);
    await verifyCached("a");
    await verifyCached("a");
    expect(expired).toHaveBeenCalledTimes(2);
    const endless = vi.fn(async () => identity({}));
    const rememberingEndless = cacheVerified(endless);
    await rememberingEndless("a");
    await rememberingEndless("a");
    expect(endless).toHaveBeenCalledTimes(2);
  });

  it("evicts the oldest token when the total length exceeds the limit", async () => {
    const verify = vi.fn(async () => identity({ exp: inSeconds(60) }));
    const verifyCached = cacheVerified(verify, 10);
    await verifyCached("a-token");
    await verifyCached("bcd");
    await verifyCached("a-token");
    expect(verify).toHaveBeenCalledTimes(2);
    await verifyCached("efg");
    await verifyCached("a-token");
    expect(verify).toHaveBeenCalledTimes(3);
    await verifyCached("bcd");
    expect(verify).toHaveBeenCalledTimes(4);
  });

  it("does not cache a rejected token", async () => {
    const verify = vi.fn(async (): Promise<Identity> => {
      throw new Error("refused");
    });
    const verifyCached = cacheVerified(verify);
    await expect(verifyCached("a")).rejects.toThrow("refused");
    await expect(verifyCached("a")).rejects.toThrow("refused");
    expect(verify).toHaveBeenCalledTimes(2);
  });
});

function identity(claims: Record<string, unknown>): Identity {
  return { role: "anon", claims };
}

function inSeconds(seconds: number): number {
  return Math.floor(Date.now() / 1000) + seconds;
}
