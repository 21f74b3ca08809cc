import { describe, expect, it } from "vitest";
import { makeTotpSecret, matchTotpStep, totpAddress } from "./totp.ts";

/** The secret and first times of RFC 6238, appendix B, with the last six digits of the codes. */
const secret = "GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ";
const known = { seconds: 1_111_111_109, step: 37_037_036, code: "081804" };
const at = (steps: number) => (known.seconds + steps * 30) * 1000;

describe("the code of an authenticator app", () => {
  it("matches the test vectors of RFC 6238", () => {
    expect(matchTotpStep(secret, known.code, at(0))).toBe(known.step);
    expect(matchTotpStep(secret, "287082", 59_000)).toBe(1);
  });

  it.each([
    [-2, null],
    [-1, known.step],
    [0, known.step],
    [1, known.step],
    [2, null],
  ])("entered %i steps off matches step %s", (steps, step) => {
    expect(matchTotpStep(secret, known.code, at(steps))).toBe(step);
  });

  it("is accepted with a space in the middle", () => {
    expect(matchTotpStep(secret, "081 804", at(0))).toBe(known.step);
  });

  it.each(["", "81804", "0818040", "08180a", "٠٨١٨٠٤", "+81804"])(
    "is rejected if typed as %j",
    (typed) => {
      expect(matchTotpStep(secret, typed, at(0))).toBeNull();
    },
  );
});

describe("a factor's otpauth URI", () => {
  it("names issuer and account, with any characters in them", () => {
    const uri = totpAddress({ issuer: "Notes", account: "ana+1@example.com", secret });
    const { pathname, searchParams } = new URL(uri);
    expect(decodeURIComponent(pathname)).toBe("/Notes:ana+1@example.com");
    expect(Object.fromEntries(searchParams)).toEqual({
      issuer: "Notes",
      secret,
      algorithm: "SHA1",
      digits: "6",
      period: "30",
    });
  });

  it("has a unique secret of 160 bits", () => {
    const secrets = Array.from({ length: 50 }, makeTotpSecret);
    expect(new Set(secrets).size).toBe(50);
    for (const made of secrets) expect(made).toMatch(/^[A-Z2-7]{32}$/);
  });
});
