import { describe, expect, it } from "vitest";
import { fakeSession, signedInAs } from "./fixtures.ts";
import { reduceSession } from "./session-state.ts";
import { toSessionUser, unreadProfileRole } from "./session-user.ts";

const { session } = fakeSession;
const other = { ...fakeSession.profile, id: "other", role: "concesionario" };

describe("the session's state", () => {
  it("a loaded person is signed in", () => {
    const { user } = signedInAs("vendedor");
    const next = reduceSession(
      { status: "loading" },
      { type: "loaded", session, user, storedImpersonation: null },
    );
    expect(next).toEqual(signedInAs("vendedor"));
  });

  it("a person's profile survives a refresh that cannot read it", () => {
    const before = { ...signedInAs("admin"), impersonatedUser: other };
    const user = toSessionUser(fakeSession.user, null);
    const event = { type: "loaded", session, user, storedImpersonation: other } as const;
    expect(reduceSession(before, event)).toEqual(before);
  });

  it("a person without a readable profile has no known role", () => {
    const user = toSessionUser(fakeSession.user, null);
    const event = { type: "loaded", session, user, storedImpersonation: null } as const;
    const stranger = toSessionUser({ ...fakeSession.user, id: "other" }, null);
    expect(reduceSession({ status: "loading" }, event)).toMatchObject({
      user: { role: unreadProfileRole },
    });
    expect(reduceSession(signedInAs("admin"), { ...event, user: stranger })).toMatchObject({
      user: { role: unreadProfileRole },
    });
  });

  it.each(["signed-in", "ended"] as const)(
    "another person's session removes a page that is %s, the same person's does not",
    (status) => {
      const state = reduceSession(
        signedInAs("vendedor"),
        status === "ended" ? { type: "ended" } : { type: "left" },
      );
      const own = fakeSession.user.id;
      expect(reduceSession(state, { type: "session-came", userId: own })).toBe(state);
      const next = reduceSession(state, { type: "session-came", userId: "other" });
      expect(next).toEqual({ status: "loading" });
    },
  );

  it("an admin's stored impersonation is restored", () => {
    const { user } = signedInAs("admin");
    const next = reduceSession(
      { status: "loading" },
      { type: "loaded", session, user, storedImpersonation: other },
    );
    expect(next).toMatchObject({ impersonatedUser: other });
  });

  it("a vendedor's forged impersonation is ignored, stored or started", () => {
    const { user } = signedInAs("vendedor");
    const loaded = reduceSession(
      { status: "loading" },
      { type: "loaded", session, user, storedImpersonation: other },
    );
    const started = reduceSession(loaded, { type: "impersonation-started", profile: other });
    expect(loaded).toMatchObject({ impersonatedUser: null });
    expect(started).toMatchObject({ impersonatedUser: null });
  });

  it("an admin cannot impersonate their own account", () => {
    const admin = signedInAs("admin");
    const next = reduceSession(admin, { type: "impersonation-started", profile: admin.user });
    expect(next).toEqual(admin);
  });

  it("an admin stops impersonating", () => {
    const acting = reduceSession(signedInAs("admin"), {
      type: "impersonation-started",
      profile: other,
    });
    expect(acting).toMatchObject({ impersonatedUser: other });
    expect(reduceSession(acting, { type: "impersonation-stopped" })).toEqual(signedInAs("admin"));
  });

  it("signing out clears person, session and impersonation", () => {
    const acting = { ...signedInAs("admin"), impersonatedUser: other };
    expect(reduceSession(acting, { type: "cleared" })).toEqual({ status: "anonymous" });
  });

  it("a page with unsaved input outlives the session, until it is left", () => {
    const admin = { ...signedInAs("admin"), impersonatedUser: other };
    const { user, impersonatedUser } = admin;
    const ended = reduceSession(admin, { type: "ended" });
    expect(ended).toEqual({
      status: "ended",
      user,
      impersonatedUser,
      asking: false,
      session: null,
    });
    const asked = reduceSession(ended, { type: "sign-in-asked" });
    expect(asked).toMatchObject({ status: "ended", asking: true });
    expect(reduceSession(asked, { type: "sign-in-dismissed" })).toEqual(ended);
    expect(reduceSession(asked, { type: "code-awaited", session })).toEqual({ ...asked, session });
    expect(reduceSession(admin, { type: "sign-in-asked" })).toBe(admin);
    expect(reduceSession(ended, { type: "ended" })).toBe(ended);
    expect(reduceSession(ended, { type: "unreachable" })).toBe(ended);
    expect(reduceSession(ended, { type: "left" })).toEqual({ status: "anonymous" });
    expect(reduceSession(admin, { type: "left" })).toBe(admin);
    expect(reduceSession({ status: "anonymous" }, { type: "ended" })).toEqual({
      status: "anonymous",
    });
  });

  it("a signed-in person stays when the server does not answer", () => {
    const admin = signedInAs("admin");
    expect(reduceSession(admin, { type: "unreachable" })).toBe(admin);
    expect(reduceSession({ status: "loading" }, { type: "unreachable" })).toEqual({
      status: "unreachable",
    });
  });

  it("a person is signed in only after their second factor", () => {
    const { user } = signedInAs("vendedor");
    const asked = reduceSession({ status: "loading" }, { type: "code-awaited", session });
    expect(asked).toEqual({ status: "awaiting-code", session });
    expect(reduceSession(asked, { type: "unreachable" })).toBe(asked);
    const started = reduceSession(asked, { type: "impersonation-started", profile: other });
    expect(started).toBe(asked);
    const given = { type: "loaded", session, user, storedImpersonation: null } as const;
    expect(reduceSession(asked, given)).toEqual(signedInAs("vendedor"));
    expect(reduceSession(asked, { type: "cleared" })).toEqual({ status: "anonymous" });
  });

  it("a vendedor's saved profile is used; an empty e-mail falls back to the account's", () => {
    const state = signedInAs("vendedor");
    const profile = { ...fakeSession.profile, full_name: "Ana B.", email: null };
    const next = reduceSession(state, { type: "profile-changed", profile });
    expect(next).toMatchObject({ user: { full_name: "Ana B.", email: state.user.email } });
  });

  it("an admin who saves the impersonated account's profile keeps their own", () => {
    const state = { ...signedInAs("admin"), impersonatedUser: other };
    const profile = { ...other, full_name: "Autos Nuevos" };
    const next = reduceSession(state, { type: "profile-changed", profile });
    expect(next).toEqual({ ...state, impersonatedUser: profile });
  });

  it("a saved profile of another account does not change the session", () => {
    const state = signedInAs("admin");
    expect(reduceSession(state, { type: "profile-changed", profile: other })).toEqual(state);
  });
});
