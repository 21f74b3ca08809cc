import { encodePicture } from "./encode-picture.ts";
import type { PictureLimits } from "./picture-limits.ts";

/** What the worker is sent. */
export type CompressionOrder = { file: File; limits: PictureLimits };
/** What the worker says while it compresses the one file that it was sent. */
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
