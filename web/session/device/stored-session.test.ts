import { runInNewContext } from "node:vm";
import { describe, expect, it } from "vitest";
import { hasStoredSession, sessionStorageKey, skipLandingScript } from "./stored-session.ts";

const api = "https://autos.example.com";
const storing = (text: string | null) => ({
  getItem: (key: string) => (key === "sb-autos-auth-token" ? text : null),
});

describe("a stored session", () => {
  it("is stored under supabase-js's key", () => {
    expect(sessionStorageKey(api)).toBe("sb-autos-auth-token");
    expect(sessionStorageKey("http://localhost:3000")).toBe("sb-localhost-auth-token");
  });

  it("is found when it has a refresh token", () => {
    expect(hasStoredSession(storing('{"refresh_token":"r"}'), api)).toBe(true);
  });

  it.each([null, "", "{}", "null", "no json", '"text"'])("is not found in %j", (text) => {
    expect(hasStoredSession(storing(text), api)).toBe(false);
  });

  it("counts as absent when the browser blocks storage", () => {
    const refusing = {
      getItem() {
        throw new DOMException("denied", "SecurityError");
      },
    };
    expect(hasStoredSession(refusing, api)).toBe(false);
  });
});

describe("the landing page, opened from a mail link", () => {
  it.each([
    ["#access_token=a&type=recovery", "/update-password#access_token=a&type=recovery"],
    ["#access_token=a&type=invite", "/update-password#access_token=a&type=invite"],
    ["#access_token=a&type=magiclink", "/login#access_token=a&type=magiclink"],
    ["#message=listo&type=signup", "/login#message=listo&type=signup"],
    [
      "#error=access_denied&error_code=otp_expired",
      "/login#error=access_denied&error_code=otp_expired",
    ],
    ["#precios", null],
  ])("redirects %s to the page that handles it", (hash, target) => {
    const replaced: string[] = [];
    const location = {
      hash,
      hostname: "autos.example.com",
      replace: (to: string) => replaced.push(to),
    };
    runInNewContext(skipLandingScript, { location, localStorage: storing(null) });
    expect(replaced).toEqual(target ? [target] : []);
  });
});
