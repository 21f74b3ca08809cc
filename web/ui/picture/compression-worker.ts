import { encodePicture } from "./encode-picture.ts";
import type { PictureLimits } from "./picture-limits.ts";

/** The message to the worker. */
export type CompressionOrder = { file: File; limits: PictureLimits };
/** A message from the worker, about the one file that it got. */
export type CompressionReport = { percent: number } | { compressed: Blob } | { failed: true };

self.addEventListener("message", async ({ data }: MessageEvent<CompressionOrder>) => {
  const say = (report: CompressionReport) => self.postMessage(report);
  try {
    const compressed = await encodePicture(data.file, data.limits, {
      onProgress: (percent) => say({ percent }),
    });
    say({ compressed });
  } catch {
    say({ failed: true });
  }
});
