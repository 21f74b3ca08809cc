import { describe, expect, it } from "vitest";
import { createRouteMatcher } from "./render-pages.ts";

const name = createRouteMatcher({
  root: { path: "" },
  "routes/landing": { parentId: "root" },
  "routes/storefront": { parentId: "root", path: "i/:publicSlug" },
  "routes/inventory": { parentId: "root", path: "i/:publicSlug/inventory" },
  "routes/card": { parentId: "root", path: "vcard/:publicSlug" },
  "routes/file": { parentId: "root", path: "vcard/:publicSlug.vcf" },
  "routes/session": { parentId: "root" },
  "routes/settings": { parentId: "routes/session", path: "settings" },
  "routes/page": { parentId: "routes/settings", path: "public-page" },
  "routes/not-found": { parentId: "root", path: "*" },
});

describe("createRouteMatcher", () => {
  it.each([
    ["/", "/"],
    ["/i/ana-perez", "/i/:publicSlug"],
    ["/i/ana-perez/", "/i/:publicSlug"],
    ["/i/ana-perez.data", "/i/:publicSlug"],
    ["/i/ana-perez/inventory", "/i/:publicSlug/inventory"],
    ["/vcard/ana-perez", "/vcard/:publicSlug"],
    ["/vcard/ana-perez.vcf", "/vcard/:publicSlug.vcf"],
    ["/settings/public-page", "/settings/public-page"],
    ["/_root.data", "/"],
    ["/ana@example.com", "*"],
  ])("names the route of %s without data of the visitor or the dealership", (path, pattern) => {
    expect(name(path)).toBe(pattern);
  });

  it("names the route of a path with a million slashes without delay", () => {
    expect(name(`/${"/".repeat(1_000_000)}x`)).toBe("*");
    expect(name(`/i/ana-perez${"/".repeat(1_000_000)}`)).toBe("/i/:publicSlug");
  });
});
