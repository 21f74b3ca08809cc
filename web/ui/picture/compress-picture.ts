import { UserFacingError } from "../states/user-facing-error.ts";
import type { CompressionOrder, CompressionReport } from "./compression-worker.ts";
import { convertHeic } from "./convert-heic.ts";
import { withDetectedType } from "./inspect-picture.ts";
import type { PictureLimits } from "./picture-limits.ts";

/** `percent` is null while a HEIC photo is converted, because its progress is unknown. */
type Watching = { onProgress?: (percent: number | null) => void; signal?: AbortSignal };

/**
 * Shrinks a picture to the limits, with the original's name and without EXIF, so that no GPS
 * position leaves the phone. Runs in a bundled worker, or on the page where workers have no canvas.
 * Throws UserFacingError.
 */
export async function compressPicture(
  original: File,
  limits: PictureLimits,
  watching: Watching = {},
): Promise<File> {
  const file = await drawable(original, watching);
  const compressed =
    (await compressInWorker({ file, limits }, watching)) ??
    (await compressOnPage({ file, limits }, watching));
  const extension = limits.fileType === "image/png" ? "png" : "jpg";
  const name = `${file.name.replace(/\.[^.]*$/, "")}.${extension}`;
  return new File([compressed], name, { type: limits.fileType });
}

async function drawable(original: File, { onProgress, signal }: Watching): Promise<File> {
  const file = await withDetectedType(original);
  if (file.type !== "image/heic") return file;
  onProgress?.(null);
  return convertHeic(file, signal);
}

function compressInWorker(
  order: CompressionOrder,
  { onProgress, signal }: Watching,
): Promise<Blob | null> {
  const worker = new Worker(new URL("./compression-worker.ts", import.meta.url), {
    type: "module",
  });
  const finished = new Promise<Blob | null>((resolve, reject) => {
    signal?.throwIfAborted();
    signal?.addEventListener("abort", () => reject(signal.reason));
    worker.addEventListener("error", () => resolve(null));
    worker.addEventListener("message", ({ data }: MessageEvent<CompressionReport>) => {
      if ("percent" in data) onProgress?.(data.percent);
      else resolve("compressed" in data ? data.compressed : null);
    });
  });
  worker.postMessage(order);
  return finished.finally(() => worker.terminate());
}

async function compressOnPage(
  { file, limits }: CompressionOrder,
  { onProgress, signal }: Watching,
): Promise<Blob> {
  const { encodePicture } = await import("./encode-picture.ts");
  try {
    return await encodePicture(file, limits, {
      ...(onProgress ? { onProgress } : {}),
      ...(signal ? { signal } : {}),
    });
  } catch {
    signal?.throwIfAborted();
    throw new UserFacingError("No se pudo abrir la imagen: puede estar dañada.");
  }
}
