import { describe, expect, it } from "vitest";
import { type Audience, decideAccess } from "./access.ts";
import { fakeSession, signedInAs } from "./fixtures.ts";
import type { SessionState } from "./session-state.ts";

const loading: SessionState = { status: "loading" };
const anonymous: SessionState = { status: "anonymous" };
const unreachable: SessionState = { status: "unreachable" };
const impersonating: SessionState = {
  ...signedInAs("admin"),
  impersonatedUser: { ...fakeSession.profile, id: "other", role: "concesionario" },
};

describe("the guards of signed-in pages", () => {
  it.each<Audience>(["guest", "member", "admin", "dealer"])(
    "a visitor stays on a %s page until the first session check ends",
    (audience) => {
      expect(decideAccess(loading, audience)).toEqual({ do: "wait" });
    },
  );

  it.each<[string, Audience, string, SessionState]>([
    ["an anonymous visitor", "guest", "allow", anonymous],
    ["an anonymous visitor", "member", "/", anonymous],
    ["an anonymous visitor", "admin", "/", anonymous],
    ["an anonymous visitor", "dealer", "/", anonymous],
    ["a vendedor", "guest", "/dashboard", signedInAs("vendedor")],
    ["a vendedor", "member", "allow", signedInAs("vendedor")],
    ["a vendedor", "admin", "/dashboard", signedInAs("vendedor")],
    ["a vendedor", "dealer", "/dashboard", signedInAs("vendedor")],
    ["a concesionario", "admin", "/dashboard", signedInAs("concesionario")],
    ["a concesionario", "dealer", "allow", signedInAs("concesionario")],
    ["an admin", "guest", "/dashboard", signedInAs("admin")],
    ["an admin", "admin", "allow", signedInAs("admin")],
    ["an admin", "dealer", "/dashboard", signedInAs("admin")],
    ["an admin who impersonates a concesionario", "dealer", "allow", impersonating],
    ["an admin who impersonates a concesionario", "admin", "allow", impersonating],
  ])("%s who opens a %s page gets the decision %s", (_who, audience, expected, state) => {
    const decision = decideAccess(state, audience);
    expect(decision.do === "redirect" ? decision.to : decision.do).toBe(expected);
  });

  it.each<Audience>(["guest", "member", "admin", "dealer"])(
    "a person without their second factor is asked for it on a %s page",
    (audience) => {
      const awaiting: SessionState = { status: "awaiting-code", session: fakeSession.session };
      expect(decideAccess(awaiting, audience)).toEqual({ do: "ask-code" });
    },
  );

  it("a person with unsaved input keeps the page when the session ends", () => {
    const { user } = signedInAs("concesionario");
    const ended: SessionState = {
      status: "ended",
      user,
      impersonatedUser: null,
      asking: false,
      session: null,
    };
    expect(decideAccess(ended, "member")).toEqual({ do: "hold" });
    expect(decideAccess(ended, "guest")).toEqual({ do: "allow" });
  });

  it("a person sees a retry, not the landing page, when the server does not answer", () => {
    expect(decideAccess(unreachable, "member")).toEqual({ do: "offer-retry" });
    expect(decideAccess(unreachable, "guest")).toEqual({ do: "allow" });
  });
});
