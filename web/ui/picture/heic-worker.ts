import openLibheif from "libheif-js/libheif-wasm/libheif.js";
import wasmUrl from "libheif-js/libheif-wasm/libheif.wasm?url";

/** What the worker says of the one file that it was sent. */
export type HeicReport = { picture: Blob } | { failed: "not loaded" | "not opened" };

/** Little is lost: what comes of it is encoded once more, smaller. */
const QUALITY = 0.95;

self.addEventListener("message", async ({ data }: MessageEvent<Blob>) => {
  const say = (report: HeicReport) => self.postMessage(report);
  const wasmBinary = await loadLibheif().catch(() => null);
  if (!wasmBinary) return say({ failed: "not loaded" });
  try {
    const images = openDecoder(wasmBinary).decode(new Uint8Array(await data.arrayBuffer()));
    const image = images.find((one) => one.is_primary()) ?? images[0];
    say(image ? { picture: await encode(await pixelsOf(image)) } : { failed: "not opened" });
  } catch {
    say({ failed: "not opened" });
  }
});

/** It is ours to serve: nothing comes from a CDN. */
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
  // The package's types leave its own decoder out.
  const { HeifDecoder } = libheif as { HeifDecoder: new () => HeicDecoder };
  return new HeifDecoder();
}

/** The picture as it is to be seen: turned as the phone was held. */
function pixelsOf(image: HeicImage): Promise<ImageData> {
  const into = new ImageData(image.get_width(), image.get_height());
  return new Promise((resolve, reject) => {
    image.display(into, (pixels) => (pixels ? resolve(pixels) : reject(new Error("no pixels"))));
  });
}

function encode(pixels: ImageData): Promise<Blob> {
  const canvas = new OffscreenCanvas(pixels.width, pixels.height);
  canvas.getContext("2d")?.putImageData(pixels, 0, 0);
  return canvas.convertToBlob({ type: "image/jpeg", quality: QUALITY });
}
