import type { Factor } from "@supabase/supabase-js";
import { describe, expect, it } from "vitest";
import { fakeSession, fakeToken } from "../fixtures.ts";
import { needsSecondFactor, verifiedApps } from "./needs-second-factor.ts";

const app: Factor = {
  id: "app",
  friendly_name: "Mi teléfono",
  factor_type: "totp",
  status: "verified",
  created_at: "2026-11-21T09:00:00Z",
  updated_at: "2026-11-21T09:00:00Z",
  last_challenged_at: "2026-11-21T09:00:00Z",
};
const begun: Factor = { ...app, id: "begun", status: "unverified" };
const codes: Factor = { ...app, id: "codes", factor_type: "recovery_code" };

const withFactors = (factors: Factor[], access_token: string) => ({
  user: { ...fakeSession.user, factors },
  access_token,
});

describe("a second factor", () => {
  it("is needed with a verified app, until the token is at aal2", () => {
    expect(needsSecondFactor(withFactors([app], fakeToken({ aal: "aal1" })))).toBe(true);
    expect(needsSecondFactor(withFactors([app], fakeToken({ aal: "aal2" })))).toBe(false);
  });

  it("is not needed without a verified app", () => {
    for (const factors of [[], [begun], [codes]]) {
      expect(needsSecondFactor(withFactors(factors, fakeToken({ aal: "aal1" })))).toBe(false);
    }
    expect(needsSecondFactor({ user: fakeSession.user, access_token: fakeToken({}) })).toBe(false);
  });

  it("is needed with an app and an unreadable token", () => {
    for (const token of ["", "a.b.c", fakeToken({})]) {
      expect(needsSecondFactor(withFactors([app], token))).toBe(true);
    }
  });

  it("comes from a verified app only", () => {
    expect(verifiedApps({ factors: [begun, app, codes] })).toEqual([app]);
    expect(verifiedApps({})).toEqual([]);
  });
});
