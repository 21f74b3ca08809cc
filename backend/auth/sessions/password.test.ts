import { describe, expect, it } from "vitest";
import { hashPassword, matchesPassword } from "./password.ts";

const turn = { limited: <T>(work: () => Promise<T>) => work() };

describe("passwords", () => {
  it("a person's password matches its own hash and no other", async () => {
    const hash = await hashPassword(turn, "correcta");
    expect(hash).toMatch(/^\$2a\$10\$/);
    expect(await matchesPassword(turn, "correcta", hash)).toBe(true);
    expect(await matchesPassword(turn, "Correcta", hash)).toBe(false);
  });

  it("nobody's password matches an account that has none", async () => {
    expect(await matchesPassword(turn, "", null)).toBe(false);
    expect(await matchesPassword(turn, "", "")).toBe(false);
    expect(await matchesPassword(turn, "correcta", undefined)).toBe(false);
  });

  it("an attacker who lengthens a password of 72 bytes is refused", async () => {
    const longest = "x".repeat(72);
    const hash = await hashPassword(turn, longest);
    expect(await matchesPassword(turn, longest, hash)).toBe(true);
    expect(await matchesPassword(turn, `${longest}y`, hash)).toBe(false);
  });

  it("a new password of five characters or of 73 bytes is refused, each with its reason", async () => {
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
