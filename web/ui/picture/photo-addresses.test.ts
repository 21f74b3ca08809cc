import { describe, expect, test } from "vitest";
import {
  imageRendition,
  imageSrcSet,
  previewImage,
  sizesOnPhone,
} from "#web/ui/picture/photo-addresses.ts";
import { objectName } from "../../features/vehicles/form/update-vehicle.ts";

const stored = "http://old.example/storage/v1/object/public/vehicle_images/owner/1-mi%20auto.jpg";
const foreign = "https://cdn.example/auto.jpg";

describe("imageRendition", () => {
  test("a visitor's browser requests resized photos from this site, whatever their host", () => {
    expect(imageRendition(stored, { width: 640 })).toBe(
      "/storage/v1/render/image/public/vehicle_images/owner/1-mi%20auto.jpg?width=640",
    );
  });

  test("a visitor's browser gets a photo on another site unchanged", () => {
    expect(imageRendition(foreign, { width: 640 })).toBe(foreign);
    expect(imageSrcSet(foreign)).toBeUndefined();
  });

  test("a visitor's browser can choose a width", () => {
    expect(imageSrcSet(stored, [320, 640])).toBe(
      "/storage/v1/render/image/public/vehicle_images/owner/1-mi%20auto.jpg?width=320 320w, " +
        "/storage/v1/render/image/public/vehicle_images/owner/1-mi%20auto.jpg?width=640 640w",
    );
  });
});

describe("sizesOnPhone", () => {
  test("a phone with three pixels per point loads the photo for two", () => {
    expect(sizesOnPhone(100)).toBe("(min-resolution: 2.5x) 67vw, 100vw");
    expect(sizesOnPhone(80)).toBe("(min-resolution: 2.5x) 53vw, 80vw");
  });
});

describe("previewImage", () => {
  test("a link preview gets the cover as an absolute 1200x630 JPEG", () => {
    expect(previewImage(stored, "https://autos.example")).toBe(
      "https://autos.example/storage/v1/render/image/public/vehicle_images/owner/1-mi%20auto.jpg?width=1200&height=630&resize=cover&format=jpeg",
    );
  });

  test("a link preview of a vehicle without photos gets the placeholder", () => {
    expect(previewImage(undefined, "https://autos.example")).toMatch(
      /^https:\/\/autos\.example\/.*preview-fallback.*\.jpg/,
    );
  });
});

describe("objectName", () => {
  test("a dealer removes a photo by its last two path segments", () => {
    expect(objectName(stored, "owner")).toBe("owner/1-mi auto.jpg");
  });

  test("a dealer cannot remove a photo on another site", () => {
    expect(objectName(foreign, "owner")).toBeNull();
  });

  test("a dealer's photo with a stray percent sign keeps its name", () => {
    const address = "/storage/v1/object/public/vehicle_images/owner/100%.jpg";
    expect(objectName(address, "owner")).toBe("owner/100%.jpg");
  });

  test.each(["other/1.jpg", "owner/other/1.jpg", "other%2Fowner/1.jpg", "owner/", "owner"])(
    "an administrator who removes an owner's photos removes none at %s",
    (name) => {
      const address = `https://autos.example/storage/v1/object/public/vehicle_images/${name}`;
      expect(objectName(address, "owner")).toBeNull();
    },
  );
});
