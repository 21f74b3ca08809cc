import { expect, test } from "vitest";
import { vehicleLinks } from "./vehicle-links.ts";

test("a dealer shares an absolute URL with all selected vehicles", () => {
  expect(vehicleLinks.share(["a", "b"], "https://autos.example")).toBe(
    "https://autos.example/share?ids=a,b",
  );
});

test("a dealer shares a single vehicle by its public page", () => {
  expect(vehicleLinks.publicPage("a", "https://autos.example")).toBe(
    "https://autos.example/public/vehicle/a",
  );
});

test("a salesperson's links carry their slug", () => {
  expect(vehicleLinks.share(["a", "b"], "", "ana")).toBe("/share?ids=a,b&vendedor=ana");
  expect(vehicleLinks.publicPage("a", "", "ana")).toBe("/public/vehicle/a?vendedor=ana");
});
