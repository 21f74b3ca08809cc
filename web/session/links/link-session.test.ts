import { describe, expect, it } from "vitest";
import { fakeToken } from "../fixtures.ts";
import { checkLinkSession, linkTarget } from "./link-session.ts";

const token = fakeToken({ sub: "attacker" });
const link = { access_token: token, refresh_token: "r", type: "recovery" };
const at = (pathname: string, search = "") => ({ pathname, search });

describe("a session in a URL", () => {
  it.each(["/login", "/update-password", "/login/"])(
    "is accepted on %s when no person is signed in",
    (pathname) => {
      expect(checkLinkSession(at(pathname), link, null)).toEqual({ verdict: "take" });
    },
  );

  it.each([
    "/",
    "/dashboard",
    "/settings",
    "/create-admin",
    "/forgot-password",
    "/login/x",
    "//login",
    "/LOGIN",
  ])("is removed on %s, whether or not a person is signed in", (pathname) => {
    for (const signedIn of [null, "dealer", "attacker"]) {
      expect(checkLinkSession(at(pathname), link, signedIn)).toEqual({ verdict: "drop" });
    }
  });

  it("is accepted for the signed-in person, and confirmed first for another", () => {
    expect(checkLinkSession(at("/update-password"), link, "attacker")).toEqual({ verdict: "take" });
    expect(checkLinkSession(at("/update-password"), link, "dealer")).toEqual({
      verdict: "ask",
      link: { accessToken: token, refreshToken: "r", type: "recovery" },
    });
  });

  it("is removed from the query, which supabase-js would read before the fragment", () => {
    for (const search of ["?access_token=x", "?a=b&refresh_token=x"]) {
      expect(checkLinkSession(at("/login", search), link, null)).toEqual({ verdict: "drop" });
    }
  });

  it("is removed when it is no token; a link with an error is left unchanged", () => {
    const failed = { error: "access_denied", error_code: "otp_expired" };
    expect(checkLinkSession(at("/dashboard"), failed, null)).toEqual({ verdict: "none" });
    const forged = { access_token: "x" };
    expect(checkLinkSession(at("/login"), forged, null)).toEqual({ verdict: "drop" });
  });
});

describe("a mail link that asks for", () => {
  const site = "https://vitrina.example";
  it.each([
    [`${site}/update-password`, "recovery", "/update-password"],
    ["/login?a=b#c", "signup", "/login?a=b"],
    [`${site}/`, "recovery", "/update-password"],
    ["", "invite", "/update-password"],
    ["", "signup", "/login"],
    ["/dashboard", "magiclink", "/login"],
    ["//evil.example/login", "signup", "/login"],
    ["https://evil.example/update-password", "recovery", "/update-password"],
    ["https://vitrina.example@evil.example/login", "signup", "/login"],
    ["javascript:alert(1)", "recovery", "/update-password"],
    ["/\\evil.example/login", "signup", "/login"],
    ["/confirm", "signup", "/login"],
  ])("%s with type %s redirects to %s", (asked, type, target) => {
    expect(linkTarget(asked, type, site)).toBe(target);
  });
});
