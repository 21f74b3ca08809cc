import openLibheif from "libheif-js/libheif-wasm/libheif.js";
import wasmUrl from "libheif-js/libheif-wasm/libheif.wasm?url";

/** The worker's message about the one file that it got. */
export type HeicReport = { pixels: ImageData } | { failed: "not loaded" | "not opened" };

self.addEventListener("message", async ({ data }: MessageEvent<Blob>) => {
  const say = (report: HeicReport, moved: Transferable[] = []) =>
    self.postMessage(report, { transfer: moved });
  const wasmBinary = await loadLibheif().catch(() => null);
  if (!wasmBinary) return say({ failed: "not loaded" });
  try {
    const images = openDecoder(wasmBinary).decode(new Uint8Array(await data.arrayBuffer()));
    const image = images.find((one) => one.is_primary()) ?? images[0];
    if (!image) return say({ failed: "not opened" });
    const pixels = await pixelsOf(image);
    say({ pixels }, [pixels.data.buffer]);
  } catch {
    say({ failed: "not opened" });
  }
});

/** Self-hosted: nothing comes from a CDN. */
async function loadLibheif(): Promise<ArrayBuffer> {
  const answer = await fetch(wasmUrl);
  if (!answer.ok) throw new Error(`${answer.status}`);
  return answer.arrayBuffer();
}

type HeicImage = {
  get_width(): number;
  get_height(): number;
  is_primary(): boolean;
  display(into: ImageData, done: (pixels: ImageData | null) => void): void;
};
type HeicDecoder = { decode(bytes: Uint8Array): HeicImage[] };

function openDecoder(wasmBinary: ArrayBuffer): HeicDecoder {
  const libheif: object = openLibheif({ wasmBinary });
  // The package's types omit its decoder.
  const { HeifDecoder } = libheif as { HeifDecoder: new () => HeicDecoder };
  return new HeifDecoder();
}

/** The picture in its display orientation. */
function pixelsOf(image: HeicImage): Promise<ImageData> {
  const into = new ImageData(image.get_width(), image.get_height());
  return new Promise((resolve, reject) => {
    image.display(into, (pixels) => (pixels ? resolve(pixels) : reject(new Error("no pixels"))));
  });
}
