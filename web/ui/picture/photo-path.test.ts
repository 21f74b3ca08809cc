import { expect, it } from "vitest";
import { photoPath } from "./photo-path.ts";

it("a dealer's photo is stored at {ownerId}/{timestamp}-{filename}", () => {
  expect(photoPath("owner", "frente.jpg", 4_000_000_000_000)).toBe(
    "owner/4000000000000-frente.jpg",
  );
});

it("five photos named image.jpg in one moment get five paths", () => {
  const paths = Array.from({ length: 5 }, () => photoPath("owner", "image.jpg", 4_100_000_000_000));
  expect(new Set(paths).size).toBe(5);
});

it("a dealer's file name stays in the owner's folder with valid letters", () => {
  const name = photoPath("owner", "../../Camión niño #1?.jpg", 4_200_000_000_000);
  expect(name).toBe("owner/4200000000000-Camion-nino-1-.jpg");
  expect(photoPath("owner", "照片", 4_300_000_000_000)).toBe("owner/4300000000000-foto.jpg");
});
