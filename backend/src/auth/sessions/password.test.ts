import { hash as bcryptHash } from "@node-rs/bcrypt";
import { describe, expect, it } from "vitest";
import { hashPassword, matchesPassword } from "./password.ts";

const turn = { limited: <T>(work: () => Promise<T>) => work() };

describe("a password", () => {
  it("matches its own hash and no other", async () => {
    const hash = await hashPassword(turn, "correcta");
    expect(hash).toMatch(/^\$2a\$10\$/);
    expect(await matchesPassword(turn, "correcta", hash)).toBe(true);
    expect(await matchesPassword(turn, "Correcta", hash)).toBe(false);
  });

  it.each([
    ["composed", "contraseña", "contrasen\u0303a"],
    ["decomposed", "contrasen\u0303a", "contraseña"],
    ["with wide letters", "ｃlave-2026", "clave-2026"],
    ["with a ligature", "oﬃcina", "oficina".replace("fi", "ffi")],
  ])("that was set %s matches in either spelling", async (_, set, typed) => {
    const hash = await hashPassword(turn, set);
    expect(await matchesPassword(turn, set, hash)).toBe(true);
    expect(await matchesPassword(turn, typed, hash)).toBe(true);
    expect(await matchesPassword(turn, `${typed}x`, hash)).toBe(false);
  });

  it("that was hashed without normalization still matches", async () => {
    const typed = "contrasen\u0303a ① ﬁn";
    const old = await bcryptHash(typed, { cost: 4, version: "2a" });
    expect(await matchesPassword(turn, typed, old)).toBe(true);
    const composed = await bcryptHash("contraseña", { cost: 4, version: "2a" });
    expect(await matchesPassword(turn, "contrasen\u0303a", composed)).toBe(true);
  });

  it("is measured in its normalized form", async () => {
    await expect(hashPassword(turn, "e\u0301e\u0301e\u0301")).rejects.toMatchObject({
      code: "weak_password",
    });
    await expect(hashPassword(turn, "ﷺ".repeat(3))).rejects.toMatchObject({
      code: "validation_failed",
    });
  });

  it("never matches an account without a password", async () => {
    expect(await matchesPassword(turn, "", null)).toBe(false);
    expect(await matchesPassword(turn, "", "")).toBe(false);
    expect(await matchesPassword(turn, "correcta", undefined)).toBe(false);
  });

  it("is compared once whether or not the account exists (threat 20)", async () => {
    const hash = await hashPassword(turn, "correcta");
    for (const encrypted of [hash, null]) {
      const compared: unknown[] = [];
      const limited = async <T>(work: () => Promise<T>) => {
        const outcome = await work();
        compared.push(outcome);
        return outcome;
      };
      await matchesPassword({ limited }, "equivocada", encrypted);
      expect(compared).toEqual([false]);
    }
  });

  it("of 72 bytes does not match when lengthened", async () => {
    const longest = "x".repeat(72);
    const hash = await hashPassword(turn, longest);
    expect(await matchesPassword(turn, longest, hash)).toBe(true);
    expect(await matchesPassword(turn, `${longest}y`, hash)).toBe(false);
  });

  it("is rejected if it has five characters or 73 bytes", async () => {
    await expect(hashPassword(turn, "cinco")).rejects.toMatchObject({
      code: "weak_password",
      status: 422,
    });
    await expect(hashPassword(turn, "ñ".repeat(37))).rejects.toMatchObject({
      code: "validation_failed",
      status: 400,
    });
    await expect(hashPassword(turn, "ñ".repeat(36))).resolves.toMatch(/^\$2a\$/);
  });
});
