/** Bytes around a chunk's data: length, name and checksum. */
const FRAME = 12;

/** Samples per pixel, by PNG colour type. */
const samples: Record<number, number> = { 0: 1, 2: 3, 3: 1, 4: 2, 6: 4 };

/**
 * Whether a PNG with an end chunk has all of its pixels: programs that repair a truncated file only
 * add the end. Returns true when this cannot be checked (interlaced, or no DecompressionStream).
 */
export async function hasAllPixels(bytes: Uint8Array<ArrayBuffer>): Promise<boolean> {
  if (bytes.length < 29) return true;
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const [depth = 8, colour = 0, , , interlace] = bytes.subarray(24, 29);
  if (interlace !== 0) return true;
  const bits = view.getUint32(16) * depth * (samples[colour] ?? 1);
  const expected = view.getUint32(20) * (1 + Math.ceil(bits / 8));
  return (await countInflated(new Blob(dataOf(bytes, view)), expected)) >= expected;
}

function dataOf(bytes: Uint8Array<ArrayBuffer>, view: DataView): Uint8Array<ArrayBuffer>[] {
  const parts: Uint8Array<ArrayBuffer>[] = [];
  let at = 8;
  while (at + FRAME <= bytes.length) {
    const length = view.getUint32(at);
    const name = String.fromCharCode(...bytes.subarray(at + 4, at + 8));
    if (name === "IDAT") parts.push(bytes.subarray(at + 8, at + 8 + length));
    if (name === "IEND") break;
    at += FRAME + length;
  }
  return parts;
}

/** Counts decompressed bytes, until there are enough or the data ends. */
async function countInflated(data: Blob, enough: number): Promise<number> {
  const inflater =
    typeof DecompressionStream === "undefined" ? null : new DecompressionStream("deflate");
  if (!inflater) return enough;
  const reader = data.stream().pipeThrough(inflater).getReader();
  let count = 0;
  try {
    while (count < enough) {
      const { done, value } = await reader.read();
      if (done) break;
      count += value.length;
    }
  } catch {
    // A truncated stream ends in an error, after its readable part.
  }
  await reader.cancel().catch(() => undefined);
  return count;
}
