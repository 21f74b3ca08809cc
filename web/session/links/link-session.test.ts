import { describe, expect, it } from "vitest";
import { fakeToken } from "../fixtures.ts";
import { judgeLink, linkTarget } from "./link-session.ts";

const token = fakeToken({ sub: "attacker" });
const link = { access_token: token, refresh_token: "r", type: "recovery" };
const at = (pathname: string, search = "") => ({ pathname, search });

describe("a session in an address", () => {
  it.each(["/login", "/update-password", "/login/"])("is taken on %s by nobody", (pathname) => {
    expect(judgeLink(at(pathname), link, null)).toEqual({ verdict: "take" });
  });

  it.each([
    "/",
    "/dashboard",
    "/settings",
    "/create-admin",
    "/forgot-password",
    "/login/x",
    "//login",
    "/LOGIN",
  ])("is dropped on %s, whoever is signed in", (pathname) => {
    for (const signedIn of [null, "dealer", "attacker"]) {
      expect(judgeLink(at(pathname), link, signedIn)).toEqual({ verdict: "drop" });
    }
  });

  it("is taken over the same person's session, and asked about over another's", () => {
    expect(judgeLink(at("/update-password"), link, "attacker")).toEqual({ verdict: "take" });
    expect(judgeLink(at("/update-password"), link, "dealer")).toEqual({
      verdict: "ask",
      link: { accessToken: token, refreshToken: "r", type: "recovery" },
    });
  });

  it("is dropped where it stands in the query, which the client would read before the fragment", () => {
    for (const search of ["?access_token=x", "?a=b&refresh_token=x"]) {
      expect(judgeLink(at("/login", search), link, null)).toEqual({ verdict: "drop" });
    }
  });

  it("is none where the address tells how a link ended, and dropped where it is no token", () => {
    const failed = { error: "access_denied", error_code: "otp_expired" };
    expect(judgeLink(at("/dashboard"), failed, null)).toEqual({ verdict: "none" });
    const forged = { access_token: "x" };
    expect(judgeLink(at("/login"), forged, null)).toEqual({ verdict: "drop" });
  });
});

describe("a mail's link goes on to", () => {
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
  ])("%s, for %s: %s", (asked, type, target) => {
    expect(linkTarget(asked, type, site)).toBe(target);
  });
});
