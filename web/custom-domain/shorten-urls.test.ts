import { expect, test } from "vitest";
import { shortenUrls } from "./shorten-urls.ts";

const home = { origin: "https://www.sol.mx", slug: "autos-sol" };

test.each([
  ["/i/autos-sol", "/"],
  ["/i/autos-sol?vendedor=ana", "/?vendedor=ana"],
  ["/i/autos-sol#contacto", "/#contacto"],
  ["/i/autos-sol/inventory?q=kia#inventario", "/inventory?q=kia#inventario"],
  ["https://www.sol.mx/i/autos-sol", "https://www.sol.mx/"],
  ["https://www.sol.mx/i/autos-sol/inventory", "https://www.sol.mx/inventory"],
])("a visitor of a custom domain finds %s at %s", (long, short) => {
  expect(shortenUrls(long, home)).toBe(short);
});

test.each([
  "/i/autos-sol-2",
  "/i/autos",
  "/s/ana",
  "https://vitrina.example/i/autos-sol",
  "Mira https://www.sol.mx/i/autos-sol",
])("a visitor of a custom domain finds %s unchanged", (text) => {
  expect(shortenUrls(text, home)).toBe(text);
});

test("addresses are shortened wherever they are in the data, and nothing else changes", () => {
  const seen = new Date(0);
  const answer = new Response("x");
  const value = { a: [{ href: "/i/autos-sol" }, 7, null, undefined, true], seen, answer };
  expect(shortenUrls(value, home)).toEqual({
    a: [{ href: "/" }, 7, null, undefined, true],
    seen,
    answer,
  });
  expect(shortenUrls(answer, home)).toBe(answer);
});
