/** Bytes before a chunk's data and after it: its length, its name, its checksum. */
const FRAME = 12;

/** Samples of a pixel by PNG's colour type. */
const samples: Record<number, number> = { 0: 1, 2: 3, 3: 1, 4: 2, 6: 4 };

/**
 * Whether the pixels of a PNG with an end are all there: a program that repairs a truncated one
 * closes it. One that cannot be judged (interlaced, or in a browser without DecompressionStream)
 * passes.
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

/** How many bytes come out, until there are enough, or no more can be read. */
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
    // A truncated stream ends in an error, after what could be read.
  }
  await reader.cancel().catch(() => undefined);
  return count;
}
