/** For each value of the next 16 bits: the code's length times 256, plus its symbol. */
export type HuffmanTable = Uint16Array;

export type BitReader = {
  /** Reads the next code's symbol. */
  symbol(table: HuffmanTable): number;
  /** Reads the next bits as a number, at most 15. */
  read(count: number): number;
  /** Continues after the next marker, if that is a restart marker. */
  restart(): void;
  /** Whether more bits were read than there are before the next marker. */
  isPastEnd(): boolean;
  /** The position to look for the next marker from. */
  at(): number;
};

/** Parses a segment's tables; the ids of AC tables are increased by 16. */
export function readTables(segment: Uint8Array): Map<number, HuffmanTable> {
  const tables = new Map<number, HuffmanTable>();
  let at = 0;
  while (at + 17 <= segment.length) {
    const counts = segment.subarray(at + 1, at + 17);
    const symbols = segment.subarray(at + 17);
    const table = new Uint16Array(65_536);
    let [code, used] = [0, 0];
    for (const [index, count] of counts.entries()) {
      const length = index + 1;
      const span = 65_536 >> length;
      for (let each = 0; each < count; each += 1) {
        table.fill(length * 256 + (symbols[used] ?? 0), code, code + span);
        code += span;
        used += 1;
      }
    }
    tables.set(segment[at] ?? 0, table);
    at += 17 + used;
  }
  return tables;
}

/** Reads entropy-coded data from a position; past its end it reads zeros. */
export function createBitReader(bytes: Uint8Array, from: number): BitReader {
  let next = from;
  let held = 0;
  let heldBits = 0;
  let zeroBits = 0;

  const fill = () => {
    while (heldBits <= 16) {
      const byte = bytes[next] ?? 0xff;
      if (byte !== 0xff || bytes[next + 1] === 0) {
        held = (held << 8) | byte;
        next += byte === 0xff ? 2 : 1;
      } else {
        held <<= 8;
        zeroBits += 8;
      }
      heldBits += 8;
    }
  };
  const read = (count: number) => {
    if (count === 0) return 0;
    if (heldBits < count) fill();
    heldBits -= count;
    return (held >>> heldBits) & ((1 << count) - 1);
  };
  return {
    symbol(table) {
      if (heldBits < 16) fill();
      const entry = table[(held >>> (heldBits - 16)) & 0xffff] ?? 0;
      // The code is in no table: the file is corrupt.
      heldBits -= entry >> 8 || 1;
      return entry & 0xff;
    },
    read,
    restart() {
      held = heldBits = zeroBits = 0;
      let marker = next;
      while (marker < bytes.length && !isMarker(bytes, marker)) marker += 1;
      const code = bytes[marker + 1] ?? 0;
      if (code >= 0xd0 && code <= 0xd7) next = marker + 2;
    },
    isPastEnd: () => zeroBits > heldBits,
    at: () => next,
  };
}

/** 0xFF starts a marker unless it is a coded byte, which 0 follows, or padding before a marker. */
function isMarker(bytes: Uint8Array, at: number): boolean {
  const code = bytes[at + 1] ?? 0;
  return bytes[at] === 0xff && code !== 0 && code !== 0xff;
}
