import sharp from "sharp";

/** A file for Playwright's file picker. */
export type PickedFile = { name: string; mimeType: string; buffer: Buffer };

/** A small JPEG in one colour with a car-like shape, so that photos are distinguishable. */
export async function drawPhoto(name: string, colour: string): Promise<PickedFile> {
  const buffer = await sharp(Buffer.from(scene(colour)))
    .jpeg({ quality: 85 })
    .toBuffer();
  return { name, mimeType: "image/jpeg", buffer };
}

/** A phone-like photo: 12 megapixels with much detail, several megabytes, and a GPS position. */
export async function drawPhonePhoto(name: string): Promise<PickedFile> {
  const background = "#808080";
  const noise = { type: "gaussian", mean: 128, sigma: 24 } as const;
  const tile = await sharp({ create: { width: 800, height: 600, channels: 3, background, noise } })
    .png({ compressionLevel: 1 })
    .toBuffer();
  const buffer = await sharp({ create: { width: 4000, height: 3000, channels: 3, background } })
    .composite([{ input: tile, tile: true }])
    .withExif({
      IFD0: { Make: "Vitrina", Model: "Phone" },
      IFD3: {
        GPSLatitudeRef: "N",
        GPSLatitude: "19/1 25/1 57/1",
        GPSLongitudeRef: "W",
        GPSLongitude: "99/1 7/1 59/1",
      },
    })
    .jpeg({ quality: 88 })
    .toBuffer();
  return { name, mimeType: "image/jpeg", buffer };
}

/** A text file with the name of a photo. */
export function renamedText(name: string): PickedFile {
  return { name, mimeType: "image/jpeg", buffer: Buffer.from("Lista de precios\nKona 2023\n") };
}

function scene(colour: string): string {
  return `<svg xmlns="http://www.w3.org/2000/svg" width="1600" height="1200">
    <rect width="1600" height="1200" fill="#dfe6ee"/>
    <rect y="820" width="1600" height="380" fill="#8d96a3"/>
    <path d="M250 820 q30 -170 200 -190 l150 -150 h420 l180 160 q150 20 160 180 z" fill="${colour}"/>
    <circle cx="480" cy="830" r="110" fill="#1c222b"/><circle cx="1130" cy="830" r="110" fill="#1c222b"/>
  </svg>`;
}
