/** One file in a tar. Each is held in memory, so writers keep them small. */
export type TarEntry = { name: string; bytes: Buffer };

/** An entry, and the bytes of the archive that it is made of. */
export type ReadTarEntry = TarEntry & { raw: Buffer[] };

const blockSize = 512;

/** The blocks of one entry, in the ustar format. Throws for a name that does not fit. */
export function encodeTarEntry({ name, bytes }: TarEntry): Buffer[] {
  const padding = Buffer.alloc(-bytes.length & (blockSize - 1));
  return [encodeHead(name, bytes.length), bytes, padding];
}

/** What stands after the last entry. */
export const tarEnd = Buffer.alloc(2 * blockSize);

/** The entries of a tar that `encodeTarEntry` wrote. Throws when the text breaks off or is none. */
export async function* readTar(source: AsyncIterable<Buffer>): AsyncGenerator<ReadTarEntry> {
  const take = createTaker(source);
  for (;;) {
    const head = await take(blockSize);
    if (head.every((byte) => byte === 0)) return readRest(take);
    const { name, size } = decodeHead(head);
    const bytes = await take(size);
    const padding = await take(-size & (blockSize - 1));
    yield { name, bytes, raw: [head, bytes, padding] };
  }
}

/** What a compressed file is made of is only known to be right when it has been read to its end. */
async function readRest(take: Taker): Promise<void> {
  await take(blockSize);
  if (!(await take.isAtEnd())) throw new Error("The archive goes on after its end");
}

function encodeHead(name: string, size: number): Buffer {
  if (Buffer.byteLength(name) > 100) throw new Error(`${name} is too long a name for a tar`);
  const head = Buffer.alloc(blockSize);
  head.write(name, 0);
  head.write("0000600\0", 100);
  head.write("0000000\0", 108);
  head.write("0000000\0", 116);
  head.write(octal(size), 124);
  head.write(octal(0), 136);
  head.write("0", 156);
  head.write("ustar\x0000", 257, "latin1");
  head.write(`${checksum(head).toString(8).padStart(6, "0")}\0 `, 148);
  return head;
}

function decodeHead(head: Buffer): { name: string; size: number } {
  const written = Number.parseInt(head.toString("latin1", 148, 156), 8);
  if (written !== checksum(head)) throw new Error("This is no tar");
  const name = head.toString("utf8", 0, 100).replace(/\0.*$/, "");
  return { name, size: Number.parseInt(head.toString("latin1", 124, 136), 8) };
}

function octal(value: number): string {
  return `${value.toString(8).padStart(11, "0")}\0`;
}

/** The sum of all bytes of a head, with its own field read as spaces. */
function checksum(head: Buffer): number {
  return head.reduce((sum, byte, at) => sum + (at >= 148 && at < 156 ? 32 : byte), 0);
}

/** Gives exactly as many bytes as are asked for. */
type Taker = ((count: number) => Promise<Buffer>) & { isAtEnd(): Promise<boolean> };

function createTaker(source: AsyncIterable<Buffer>): Taker {
  const iterator = source[Symbol.asyncIterator]();
  let kept: Buffer = Buffer.alloc(0);
  const take = async (count: number): Promise<Buffer> => {
    const parts = [kept];
    let size = kept.length;
    while (size < count) {
      const next = await iterator.next();
      if (next.done) throw new Error("The archive breaks off");
      parts.push(next.value);
      size += next.value.length;
    }
    const all = parts.length === 1 ? kept : Buffer.concat(parts, size);
    kept = all.subarray(count);
    return all.subarray(0, count);
  };
  const isAtEnd = async () => kept.length === 0 && (await iterator.next()).done === true;
  return Object.assign(take, { isAtEnd });
}
