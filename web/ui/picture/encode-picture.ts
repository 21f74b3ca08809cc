import imageCompression from "browser-image-compression";
import { hasAllPixels } from "./jpeg-scans.ts";
import type { PictureLimits } from "./picture-limits.ts";

type Watching = { onProgress?: (percent: number) => void; signal?: AbortSignal };

/**
 * Encodes a picture within the limits, in a worker or on the page. Throws for a damaged one:
 * browsers draw a JPEG that lacks pixels without an error, and its grey part would be stored.
 */
export async function encodePicture(
  file: File,
  limits: PictureLimits,
  watching: Watching,
): Promise<Blob> {
  if (file.type === "image/jpeg" && !hasAllPixels(new Uint8Array(await file.arrayBuffer()))) {
    throw new Error("The JPEG lacks pixels");
  }
  return imageCompression(file, {
    ...limits,
    initialQuality: 0.85,
    // The library would load its own worker from a CDN.
    useWebWorker: false,
    ...watching,
  });
}
