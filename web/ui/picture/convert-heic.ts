import { SentenceError } from "../states/sentence-error.ts";
import type { HeicReport } from "./heic-worker.ts";

/**
 * A HEIC photo as one that the browser draws: as it is where the browser decodes HEIC, else a JPEG
 * made by a worker, which is loaded for the first such photo only. Throws SentenceError.
 */
export async function convertHeic(file: File, signal?: AbortSignal): Promise<File> {
  if (await isDrawn(file)) return new File([file], file.name, { type: "image/heic" });
  const jpeg = await convertInWorker(file, signal);
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

function convertInWorker(file: File, signal: AbortSignal | undefined): Promise<Blob> {
  const worker = new Worker(new URL("./heic-worker.ts", import.meta.url), { type: "module" });
  const finished = new Promise<Blob>((resolve, reject) => {
    signal?.addEventListener("abort", () => reject(signal.reason));
    const lineLost = () => reject(new TypeError("Failed to fetch the converter"));
    // The worker catches its own errors: what is left is that it did not arrive.
    worker.addEventListener("error", lineLost);
    worker.addEventListener("message", ({ data }: MessageEvent<HeicReport>) => {
      if ("picture" in data) resolve(data.picture);
      else if (data.failed === "not loaded") lineLost();
      else reject(new SentenceError("No se pudo abrir la foto HEIC: puede estar dañada."));
    });
  });
  worker.postMessage(file);
  return finished.finally(() => worker.terminate());
}
