import { describe, expect, it } from "vitest";
import { redirectTarget } from "./link.ts";

const site = "https://notes.example";

describe("redirectTarget", () => {
  it.each([
    ["https://notes.example/login", "https://notes.example/login"],
    ["https://notes.example/login?a=b#old", "https://notes.example/login?a=b"],
    ["/update-password", "https://notes.example/update-password"],
    ["login", "https://notes.example/login"],
    [undefined, "https://notes.example/"],
    ["", "https://notes.example/"],
  ])("redirects %s to %s", (asked, target) => {
    expect(redirectTarget(site, asked)).toBe(target);
  });

  it.each([
    "//evil.example",
    "///evil.example",
    "\\\\evil.example",
    "/\\evil.example",
    "\t//evil.example",
    "https://evil.example",
    "https://notes.example@evil.example",
    "https://notes.example.evil.example",
    "https://user:pass@notes.example/login",
    "https://notes.example:8443/login",
    "http://notes.example/login",
    "https://3232235777/",
    "http://2130706433/",
    "javascript:alert(1)",
    "data:text/html,x",
    "notes://open",
    "https://",
  ])("redirects %s to the site itself", (asked) => {
    expect(redirectTarget(site, asked)).toBe("https://notes.example/");
  });

  it("rejects paths outside the site's folder", () => {
    const folder = "https://shared.example/notes";
    expect(redirectTarget(folder, "/notes/login")).toBe(`${folder}/login`);
    expect(redirectTarget(folder, "/notes")).toBe(folder);
    expect(redirectTarget(folder, "/notes-evil")).toBe(`${folder}/`);
    expect(redirectTarget(folder, "/notes/../other")).toBe(`${folder}/`);
  });
});
