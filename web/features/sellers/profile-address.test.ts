import { expect, test } from "vitest";
import { profileAddress } from "./contact-links.ts";

test.each([
  ["@autos.sol", "https://www.instagram.com/autos.sol"],
  ["autos_sol", "https://www.instagram.com/autos_sol"],
  ["https://www.instagram.com/sol", "https://www.instagram.com/sol"],
  ["instagram.com/sol", "https://instagram.com/sol"],
  ["https://evil.example/instagram.com", null],
  ["javascript:alert(1)", null],
  ["https://notinstagram.com/sol", null],
  ["", null],
  [undefined, null],
])("a visitor follows the typed profile %j to %s", (typed, address) => {
  expect(profileAddress("instagram.com", typed)).toBe(address);
});
