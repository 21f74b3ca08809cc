import { describe, expect, it } from "vitest";
import { hasStoredSession, sessionStorageKey } from "./stored-session.ts";

const api = "https://autos.example.com";
const storing = (text: string | null) => ({
  getItem: (key: string) => (key === "sb-autos-auth-token" ? text : null),
});

describe("a stored session", () => {
  it("lies under the key that supabase-js gives it", () => {
    expect(sessionStorageKey(api)).toBe("sb-autos-auth-token");
    expect(sessionStorageKey("http://localhost:3000")).toBe("sb-localhost-auth-token");
  });

  it("is found when it has a refresh token", () => {
    expect(hasStoredSession(storing('{"refresh_token":"r"}'), api)).toBe(true);
  });

  it.each([null, "", "{}", "null", "no json", '"text"'])("is not found in %j", (text) => {
    expect(hasStoredSession(storing(text), api)).toBe(false);
  });

  it("counts as absent where the browser refuses storage", () => {
    const refusing = {
      getItem() {
        throw new DOMException("denied", "SecurityError");
      },
    };
    expect(hasStoredSession(refusing, api)).toBe(false);
  });
});
