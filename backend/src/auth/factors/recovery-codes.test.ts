import { describe, expect, it } from "vitest";
import { hashRecoveryCode, makeRecoveryCodes } from "./recovery-codes.ts";

describe("recovery codes", () => {
  it("are ten distinct codes without ambiguous letters", () => {
    const codes = Array.from({ length: 20 }, makeRecoveryCodes).flat();
    expect(makeRecoveryCodes()).toHaveLength(10);
    expect(new Set(codes).size).toBe(200);
    for (const code of codes) expect(code).toMatch(/^[0-9a-hjkmnp-tv-z]{16}$/);
  });

  it.each([
    "K4M9-X0QP-2AB8-HT31",
    " k4m9 x0qp 2ab8 ht31 ",
    "k4m9–xoqp–2ab8–ht3l",
    "k4m9xOqp2ab8ht3I",
  ])("are accepted when typed as %j", (typed) => {
    expect(hashRecoveryCode(typed)).toEqual(hashRecoveryCode("k4m9x0qp2ab8ht31"));
  });

  it("hash differently when one letter changes", () => {
    expect(hashRecoveryCode("k4m9x0qp2ab8ht32")).not.toEqual(hashRecoveryCode("k4m9x0qp2ab8ht31"));
  });
});
