import { describe, expect, it } from "vitest";
import { fakeToken } from "./fixtures.ts";
import { judgeLink } from "./link-session.ts";

const token = fakeToken({ sub: "attacker", email: "otra@autos.example" });
const hash = `#access_token=${token}&refresh_token=r&type=recovery`;

describe("a session in an address", () => {
  it.each(["/login", "/update-password", "/login/"])("is taken on %s by nobody", (pathname) => {
    expect(judgeLink({ pathname, hash }, null)).toEqual({ verdict: "take" });
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
      expect(judgeLink({ pathname, hash }, signedIn)).toEqual({ verdict: "drop" });
    }
  });

  it("is taken over the same person's session, and asked about over another's", () => {
    const at = { pathname: "/update-password", hash };
    expect(judgeLink(at, "attacker")).toEqual({ verdict: "take" });
    expect(judgeLink(at, "dealer")).toEqual({
      verdict: "ask",
      link: {
        accessToken: token,
        refreshToken: "r",
        type: "recovery",
        name: "otra@autos.example",
      },
    });
  });

  it("is none where the fragment tells how a link ended, and dropped where it is no token", () => {
    const error = "#error=access_denied&error_code=otp_expired";
    expect(judgeLink({ pathname: "/dashboard", hash: error }, null)).toEqual({ verdict: "none" });
    expect(judgeLink({ pathname: "/login", hash: "#access_token=x" }, null)).toEqual({
      verdict: "drop",
    });
  });
});
