/** For each 16 bits that may come next: the code's length times 256, plus its symbol. */
export type HuffmanTable = Uint16Array;

export type BitReader = {
  /** The symbol of the next code. */
  symbol(table: HuffmanTable): number;
  /** The next bits as a number, 15 at most. */
  read(count: number): number;
  /** Goes on behind the next restart marker, if that is the next marker. */
  restart(): void;
  /** Whether more bits were read than there are before the next marker. */
  isPastEnd(): boolean;
  /** The position from which to look for the next marker. */
  at(): number;
};

/** Reads the tables of one segment; AC tables have 16 added to their number. */
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

/** Reads the coded pixels from a position on; behind their end it reads zeros. */
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
      // A code that is in no table: the file is broken in another way.
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

/** Not 0xFF as a coded byte, which 0 follows, nor one that fills the space before a marker. */
function isMarker(bytes: Uint8Array, at: number): boolean {
  const code = bytes[at + 1] ?? 0;
  return bytes[at] === 0xff && code !== 0 && code !== 0xff;
}
