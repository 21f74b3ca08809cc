import { describe, expect, it } from "vitest";
import { inspectPicture, isHeicFile } from "./inspect-picture.ts";

const JPEG = [0xff, 0xd8, 0xff, 0xe1, 0, 16, 0x45, 0x78, 0x69, 0x66, 0, 0];
const PNG = [0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a, 0, 0, 0, 13];
const WEBP = [..."RIFF\x10\0\0\0WEBPVP8 "].map((letter) => letter.charCodeAt(0));
const HEIC = [..."\0\0\0\x18ftypheic\0\0\0\0"].map((letter) => letter.charCodeAt(0));

function file(name: string, bytes: number[], type = "image/jpeg"): File {
  return new File([new Uint8Array(bytes)], name, { type });
}

describe("Photos: what the picker takes", () => {
  it("a dealer may add JPG, PNG and WEBP", async () => {
    expect(await inspectPicture(file("frente.jpg", JPEG))).toEqual({ accepted: true });
    expect(await inspectPicture(file("frente.png", PNG, "image/png"))).toEqual({ accepted: true });
    expect(await inspectPicture(file("frente.webp", WEBP, "image/webp"))).toEqual({
      accepted: true,
    });
  });

  it("a dealer may add a HEIC photo, whatever the phone calls it", async () => {
    for (const name of ["IMG_0042.HEIC", "frente.jpg"]) {
      expect(await inspectPicture(file(name, HEIC, ""))).toEqual({ accepted: true });
      expect(await isHeicFile(file(name, HEIC, ""))).toBe(true);
    }
    expect(await isHeicFile(file("IMG_0042.HEIC", JPEG, "image/heic"))).toBe(false);
  });

  it("a dealer with a text file renamed to .jpg is told that it is no image", async () => {
    const text = new File(["Lista de precios"], "precios.jpg", { type: "image/jpeg" });
    expect(await inspectPicture(text)).toEqual({
      accepted: false,
      reason: "«precios.jpg» no es una imagen PNG, JPG, WEBP o HEIC, aunque su nombre lo diga.",
    });
  });

  it("a dealer with an empty or an SVG file is refused", async () => {
    expect(await inspectPicture(file("nada.jpg", []))).toMatchObject({ accepted: false });
    const svg = new File(["<svg xmlns='http://www.w3.org/2000/svg'/>"], "a.png", {
      type: "image/png",
    });
    expect(await inspectPicture(svg)).toMatchObject({ accepted: false });
  });
});
