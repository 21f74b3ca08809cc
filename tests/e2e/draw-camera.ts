import { mkdir, readFile, writeFile } from "node:fs/promises";
import { createRequire } from "node:module";
import { dirname } from "node:path";
import { fileURLToPath } from "node:url";
import sharp from "sharp";
import { prepareZXingModule, writeBarcode } from "zxing-wasm/writer";

/** The VIN that the fake camera shows, with a leading I as on import labels. */
export const CAMERA_VIN = "KM8K2CAB4PU001140";

/** The video that Chromium uses as its camera; its flag needs the path before a test runs. */
export const cameraFile = fileURLToPath(
  new URL("../../node_modules/.cache/vitrina-e2e/camera.mjpeg", import.meta.url),
);

/** Writes the door label as video frames. */
export async function writeCameraVideo(): Promise<void> {
  const frame = await drawDoorLabel();
  await mkdir(dirname(cameraFile), { recursive: true });
  await writeFile(cameraFile, Buffer.concat(Array.from({ length: 10 }, () => frame)));
}

/** Draws a door label with the VIN in Code 39, as a JPEG. */
export async function drawDoorLabel(): Promise<Buffer> {
  return sharp({ create: { width: 1280, height: 720, channels: 3, background: "#c9ccd1" } })
    .composite([{ input: await drawCode(`I${CAMERA_VIN}`) }])
    .jpeg({ quality: 92 })
    .toBuffer();
}

async function drawCode(text: string): Promise<Buffer> {
  const wasm = createRequire(import.meta.url).resolve("zxing-wasm/writer/zxing_writer.wasm");
  const { buffer } = new Uint8Array(await readFile(wasm));
  prepareZXingModule({ overrides: { wasmBinary: buffer } });
  const { image, error } = await writeBarcode(text, { format: "Code39", scale: 3 });
  if (!image) throw new Error(`The code could not be drawn: ${error}`);
  return sharp(Buffer.from(await image.arrayBuffer()))
    .resize({ width: 1180, height: 260, fit: "fill", kernel: "nearest" })
    .toBuffer();
}
