import { expect, it } from "vitest";
import { picturePath } from "./page-picture.ts";

it("section 7: a dealer's logo is removed by the path after the bucket name", () => {
  const url = "https://autos.mx/storage/v1/object/public/dealership_logos/id/logo_1?v=2";
  expect(picturePath(url)).toBe("id/logo_1");
});

it.each([
  "https://example.com/logo.png",
  "https://autos.mx/storage/v1/object/public/vehicle_images/id/1-a.jpg",
  "https://autos.mx/storage/v1/object/public/dealership_logos/",
])("section 8: a dealer's picture at %s has no path of ours", (url) => {
  expect(picturePath(url)).toBeNull();
});
