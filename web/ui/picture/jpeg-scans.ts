import { type BitReader, createBitReader, type HuffmanTable, readTables } from "./huffman-bits.ts";

/** A component's blocks, and the coefficients decoded so far. */
type Component = {
  id: number;
  /** Blocks of the component per unit of an interleaved scan. */
  inUnit: number;
  /** Blocks in a scan of only this component. */
  alone: number;
  coefficients: Set<number>;
  /** One bit per coefficient, 64 per block: nonzero in a progressive scan so far. */
  known: Uint8Array;
};
type Frame = { isProgressive: boolean; units: number; components: Component[] };
type Scan = {
  parts: { component: Component; dc: HuffmanTable; ac: HuffmanTable }[];
  first: number;
  last: number;
  /** A refinement scan: adds a bit to known coefficients. */
  refines: boolean;
};
type State = { frame: Frame | null; tables: Map<number, HuffmanTable>; restartInterval: number };

/**
 * Whether a JPEG's scans contain all of its pixels. Browsers and libraries draw a truncated file
 * with an added end marker without an error, and leave the rest grey. Returns false for arithmetic
 * coding, 12 bits and a height in a later segment, which they do not draw at all.
 */
export function hasAllPixels(bytes: Uint8Array): boolean {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const state: State = { frame: null, tables: new Map(), restartInterval: 0 };
  let at = nextMarker(bytes, 2);
  while (at + 4 <= bytes.length) {
    const marker = view.getUint8(at + 1);
    if (marker === END) break;
    const end = at + 2 + view.getUint16(at + 2);
    if (end > bytes.length) return false;
    const segment = bytes.subarray(at + 4, end);
    if (isFrame(marker)) {
      state.frame = readFrame(segment, marker);
      if (!state.frame) return false;
    } else if (marker === TABLES) {
      for (const [key, table] of readTables(segment)) state.tables.set(key, table);
    } else if (marker === RESTARTS) {
      state.restartInterval = view.getUint16(at + 4);
    }
    at = end;
    if (marker === SCAN) {
      if (!state.frame) return false;
      const scan = readScan(segment, state.frame, state.tables);
      if (!scan) return false;
      const bits = createBitReader(bytes, at);
      if (!isWholeScan(scan, state, bits)) return false;
      at = bits.at();
    }
    at = nextMarker(bytes, at);
  }
  return hasAllCoefficients(state.frame);
}

const END = 0xd9;
const TABLES = 0xc4;
const RESTARTS = 0xdd;
const SCAN = 0xda;

/** Start-of-frame markers, without tables, the reserved marker and arithmetic conditioning. */
function isFrame(marker: number): boolean {
  return marker >= 0xc0 && marker <= 0xcf && ![TABLES, 0xc8, 0xcc].includes(marker);
}

/** The next marker with a length, or the end marker. */
function nextMarker(bytes: Uint8Array, from: number): number {
  let at = bytes.indexOf(0xff, from);
  while (at !== -1) {
    const marker = bytes[at + 1] ?? 0;
    const isCode = marker <= 1 || marker === 0xff || (marker >= 0xd0 && marker <= 0xd8);
    if (!isCode) return at;
    at = bytes.indexOf(0xff, at + 1);
  }
  return bytes.length;
}

function readFrame(segment: Uint8Array, marker: number): Frame | null {
  const [precision = 0, h1 = 0, h2 = 0, w1 = 0, w2 = 0, count = 0, ...rest] = segment;
  const [height, width] = [h1 * 256 + h2, w1 * 256 + w2];
  if (marker > 0xc2 || precision !== 8 || height === 0 || rest.length < count * 3) return null;
  const factors = Array.from({ length: count }, (_, index) => {
    const [id = 0, factor = 0] = rest.slice(index * 3);
    return { id, h: factor >> 4, v: factor & 15 };
  });
  if (factors.some(({ h, v }) => h === 0 || v === 0)) return null;
  const [most, tallest] = [
    Math.max(...factors.map(({ h }) => h)),
    Math.max(...factors.map(({ v }) => v)),
  ];
  const blocks = (size: number, factor: number, largest: number) =>
    Math.ceil(Math.ceil((size * factor) / largest) / 8);
  return {
    isProgressive: marker === 0xc2,
    units: Math.ceil(width / (8 * most)) * Math.ceil(height / (8 * tallest)),
    components: factors.map(({ id, h, v }) => {
      const alone = blocks(width, h, most) * blocks(height, v, tallest);
      const known = new Uint8Array(marker === 0xc2 ? alone * 8 : 0);
      return { id, inUnit: h * v, alone, coefficients: new Set<number>(), known };
    }),
  };
}

function readScan(
  segment: Uint8Array,
  { components, isProgressive }: Frame,
  tables: State["tables"],
): Scan | null {
  const [count = 0, ...rest] = segment;
  const parts: Scan["parts"] = [];
  const [first = 0, last = 63, steps = 0] = isProgressive ? rest.slice(2 * count) : [];
  for (let index = 0; index < count; index += 1) {
    const [id = 0, chosen = 0] = rest.slice(index * 2);
    const component = components.find((one) => one.id === id);
    const dc = tables.get(chosen >> 4);
    const ac = tables.get(16 + (chosen & 15));
    if (!component || (first === 0 && steps >> 4 === 0 && !dc) || (last > 0 && !ac)) return null;
    parts.push({ component, dc: dc ?? new Uint16Array(), ac: ac ?? new Uint16Array() });
    for (let place = first; place <= last; place += 1) component.coefficients.add(place);
  }
  return parts.length > 0 ? { parts, first, last, refines: steps >> 4 > 0 } : null;
}

function isWholeScan(scan: Scan, { frame, restartInterval }: State, bits: BitReader): boolean {
  const [{ component = null } = {}, second] = scan.parts;
  const units = second ? (frame?.units ?? 0) : (component?.alone ?? 0);
  const parts = scan.parts.map((part) => ({ ...part, times: second ? part.component.inUnit : 1 }));
  let emptyBlocks = 0;
  for (let unit = 0; unit < units; unit += 1) {
    if (restartInterval > 0 && unit > 0 && unit % restartInterval === 0) {
      bits.restart();
      emptyBlocks = 0;
    }
    for (const { component, dc, ac, times } of parts) {
      if (scan.first > 0) {
        emptyBlocks = skipDetails(scan, ac, bits, { known: component.known, unit, emptyBlocks });
      } else {
        for (let time = 0; time < times; time += 1) skipBlock(scan, dc, ac, bits);
      }
    }
    // Some encoders omit the very last bits.
    if (bits.isPastEnd()) return unit >= units - 1;
  }
  return true;
}

function skipBlock(scan: Scan, dc: HuffmanTable, ac: HuffmanTable, bits: BitReader): void {
  bits.read(scan.refines ? 1 : bits.symbol(dc) & 15);
  for (let place = 1; place <= scan.last; place += 1) {
    const symbol = bits.symbol(ac);
    const [zeros, size] = [symbol >> 4, symbol & 15];
    if (size === 0 && zeros < 15) return;
    place += zeros;
    bits.read(size);
  }
}

type Block = { known: Uint8Array; unit: number; emptyBlocks: number };

/**
 * Skips a block of a progressive AC scan (ITU T.81, G.1.2.2 and G.1.2.3). Returns how many empty
 * blocks follow it.
 */
function skipDetails(scan: Scan, ac: HuffmanTable, bits: BitReader, block: Block): number {
  const { known, unit } = block;
  let { emptyBlocks } = block;
  let place = scan.first;
  const isKnown = () => ((known[unit * 8 + (place >> 3)] ?? 0) >> (place & 7)) & 1;
  while (place <= scan.last && emptyBlocks === 0) {
    const symbol = bits.symbol(ac);
    const size = symbol & 15;
    let zeros = symbol >> 4;
    if (size === 0 && zeros < 15) {
      emptyBlocks = (1 << zeros) + bits.read(zeros);
      break;
    }
    bits.read(size);
    if (!scan.refines) place += zeros;
    // A refinement bit per known coefficient, which does not count as a zero.
    for (; scan.refines && place <= scan.last; place += 1) {
      if (isKnown()) bits.read(1);
      else if (zeros > 0) zeros -= 1;
      else break;
    }
    const at = unit * 8 + (place >> 3);
    if (size > 0 && place <= scan.last) known[at] = (known[at] ?? 0) | (1 << (place & 7));
    place += 1;
  }
  if (emptyBlocks === 0) return 0;
  for (; scan.refines && place <= scan.last; place += 1) if (isKnown()) bits.read(1);
  return emptyBlocks - 1;
}

/** A progressive file cut between scans lacks some component's coefficients. */
function hasAllCoefficients(frame: Frame | null): boolean {
  return frame?.components.every(({ coefficients }) => coefficients.size === 64) ?? false;
}
