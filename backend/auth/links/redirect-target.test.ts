import { describe, expect, it } from "vitest";
import { redirectTarget } from "./redirect-target.ts";

const site = "https://vitrina.example";

describe("redirectTarget", () => {
  it.each([
    ["https://vitrina.example/login", "https://vitrina.example/login"],
    ["https://vitrina.example/login?a=b#old", "https://vitrina.example/login?a=b"],
    ["/update-password", "https://vitrina.example/update-password"],
    ["login", "https://vitrina.example/login"],
    [undefined, "https://vitrina.example/"],
    ["", "https://vitrina.example/"],
  ])("a mail that asks for %s leads to %s", (asked, target) => {
    expect(redirectTarget(site, asked)).toBe(target);
  });

  it.each([
    "//evil.example",
    "///evil.example",
    "\\\\evil.example",
    "/\\evil.example",
    "\t//evil.example",
    "https://evil.example",
    "https://vitrina.example@evil.example",
    "https://vitrina.example.evil.example",
    "https://user:pass@vitrina.example/login",
    "https://vitrina.example:8443/login",
    "http://vitrina.example/login",
    "https://3232235777/",
    "http://2130706433/",
    "javascript:alert(1)",
    "data:text/html,x",
    "vitrina://open",
    "https://",
  ])("an attacker who asks for %s is sent to the site itself", (asked) => {
    expect(redirectTarget(site, asked)).toBe("https://vitrina.example/");
  });

  it("an attacker cannot leave the folder that the site lives in", () => {
    const folder = "https://shared.example/vitrina";
    expect(redirectTarget(folder, "/vitrina/login")).toBe(`${folder}/login`);
    expect(redirectTarget(folder, "/vitrina")).toBe(folder);
    expect(redirectTarget(folder, "/vitrina-evil")).toBe(`${folder}/`);
    expect(redirectTarget(folder, "/vitrina/../other")).toBe(`${folder}/`);
  });
});
