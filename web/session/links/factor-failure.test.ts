import { describe, expect, it } from "vitest";
import { describeFactorFailure } from "./factor-failure.ts";

describe("a rejected code", () => {
  it.each([
    ["mfa_verification_failed", "app", /espera al siguiente/],
    ["mfa_verification_failed", "recovery", /Cada uno sirve una sola vez/],
    ["over_request_rate_limit", "app", /Demasiados intentos/],
    ["mfa_recovery_codes_locked", "recovery", /Demasiados intentos/],
    ["mfa_factor_not_found", "app", /ya no está activa/],
    ["mfa_challenge_expired", "app", /caducó/],
    ["unexpected_failure", "app", /No se pudo comprobar/],
    [undefined, "recovery", /No se pudo comprobar/],
  ] as const)("with %s (%s) says why, in Spanish", (code, kind, sentence) => {
    expect(describeFactorFailure({ code }, kind)).toMatch(sentence);
  });
});
