import { describe, expect, it } from "vitest";
import { hashPassword, matchesPassword } from "./password.ts";

describe("passwords", () => {
  it("a person's password matches its own hash and no other", async () => {
    const hash = await hashPassword("correcta");
    expect(hash).toMatch(/^\$2a\$10\$/);
    expect(await matchesPassword("correcta", hash)).toBe(true);
    expect(await matchesPassword("Correcta", hash)).toBe(false);
  });

  it("nobody's password matches an account that has none", async () => {
    expect(await matchesPassword("", null)).toBe(false);
    expect(await matchesPassword("", "")).toBe(false);
    expect(await matchesPassword("correcta", undefined)).toBe(false);
  });

  it("an attacker who lengthens a password of 72 bytes is refused", async () => {
    const longest = "x".repeat(72);
    const hash = await hashPassword(longest);
    expect(await matchesPassword(longest, hash)).toBe(true);
    expect(await matchesPassword(`${longest}y`, hash)).toBe(false);
  });

  it("a new password of five characters or of 73 bytes is refused, each with its reason", async () => {
    await expect(hashPassword("cinco")).rejects.toMatchObject({
      code: "weak_password",
      status: 422,
      reasons: ["length"],
    });
    await expect(hashPassword("ñ".repeat(37))).rejects.toMatchObject({
      code: "validation_failed",
      status: 400,
    });
    await expect(hashPassword("ñ".repeat(36))).resolves.toMatch(/^\$2a\$/);
  });
});
