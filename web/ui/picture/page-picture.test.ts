import { expect, it } from "vitest";
import { picturePath } from "./page-picture.ts";

it("a dealer's logo is removed by the path after the bucket name", () => {
  const url = "https://autos.mx/storage/v1/object/public/dealership_logos/id/logo_1?v=2";
  expect(picturePath(url, "id")).toBe("id/logo_1");
});

it.each([
  "https://example.com/logo.png",
  "https://autos.mx/storage/v1/object/public/vehicle_images/id/1-a.jpg",
  "https://autos.mx/storage/v1/object/public/dealership_logos/",
  "https://autos.mx/storage/v1/object/public/dealership_logos/id",
  "https://autos.mx/storage/v1/object/public/dealership_logos/id/",
  "https://autos.mx/storage/v1/object/public/dealership_logos/other/logo_1",
  "https://autos.mx/storage/v1/object/public/dealership_logos/other/id/logo_1",
])("a dealer's picture at %s has no path in the dealer's folder", (url) => {
  expect(picturePath(url, "id")).toBeNull();
});
