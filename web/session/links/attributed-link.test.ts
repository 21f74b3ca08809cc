import { expect, test } from "vitest";
import { attributedLink, sellerOf } from "./attributed-link.ts";

test.each([
  ["/i/autos-sol", "ana", "/i/autos-sol?vendedor=ana"],
  ["/share?ids=a,b", "ana", "/share?ids=a,b&vendedor=ana"],
  ["/i/autos-sol#contacto", "ana", "/i/autos-sol?vendedor=ana#contacto"],
  ["/i/autos-sol", null, "/i/autos-sol"],
])("a visitor who follows %s of the vendedor %s gets to %s", (address, seller, link) => {
  expect(attributedLink(address, seller)).toBe(link);
});

test("only a vendedor's links carry a slug: their own", () => {
  expect(sellerOf({ role: "vendedor", public_slug: "ana" })).toBe("ana");
  expect(sellerOf({ role: "vendedor", public_slug: null })).toBeNull();
  expect(sellerOf({ role: "concesionario", public_slug: "autos-sol" })).toBeNull();
  expect(sellerOf(null)).toBeNull();
});
