import { UserFacingError } from "../states/user-facing-error.ts";
import type { HeicReport } from "./heic-worker.ts";

/** High, because the picture is encoded again afterwards. */
const QUALITY = 0.95;

/**
 * Returns a HEIC photo in a format that the browser draws: unchanged if the browser decodes HEIC,
 * else a JPEG. The worker is only loaded for the first such photo. Throws UserFacingError.
 */
export async function convertHeic(file: File, signal?: AbortSignal): Promise<File> {
  if (await isDrawn(file)) return file;
  const jpeg = await encode(await decodeInWorker(file, signal));
  return new File([jpeg], file.name, { type: "image/jpeg" });
}

function isDrawn(file: File): Promise<boolean> {
  return createImageBitmap(file).then(
    (bitmap) => {
      bitmap.close();
      return true;
    },
    () => false,
  );
}

function decodeInWorker(file: File, signal: AbortSignal | undefined): Promise<ImageData> {
  const worker = new Worker(new URL("./heic-worker.ts", import.meta.url), { type: "module" });
  const finished = new Promise<ImageData>((resolve, reject) => {
    signal?.throwIfAborted();
    signal?.addEventListener("abort", () => reject(signal.reason));
    const lineLost = () => reject(new TypeError("Failed to fetch the converter"));
    // The worker catches its own errors, so this one means that it did not load.
    worker.addEventListener("error", lineLost);
    worker.addEventListener("message", ({ data }: MessageEvent<HeicReport>) => {
      if ("pixels" in data) resolve(data.pixels);
      else if (data.failed === "not loaded") lineLost();
      else reject(notOpened());
    });
  });
  worker.postMessage(file);
  return finished.finally(() => worker.terminate());
}

/** On the page, because not every supported browser has a canvas in workers. */
async function encode(pixels: ImageData): Promise<Blob> {
  const canvas = document.createElement("canvas");
  canvas.width = pixels.width;
  canvas.height = pixels.height;
  canvas.getContext("2d")?.putImageData(pixels, 0, 0);
  const jpeg = await new Promise<Blob | null>((done) => canvas.toBlob(done, "image/jpeg", QUALITY));
  if (!jpeg) throw notOpened();
  return jpeg;
}

function notOpened(): UserFacingError {
  return new UserFacingError("No se pudo abrir la foto HEIC: puede estar dañada.");
}
