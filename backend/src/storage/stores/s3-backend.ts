import { randomUUID } from "node:crypto";
import type { IncomingMessage } from "node:http";
import { Readable } from "node:stream";
import type { S3Settings } from "../../settings.ts";
import { createS3Client, type S3Client, S3Refusal } from "./s3-client.ts";
import {
  isRenditionFolder,
  type OpenFile,
  objectFile,
  type StorageBackend,
  type StoredEntry,
  StoreUnreachable,
  versionOf,
} from "./storage-backend.ts";

/**
 * Stores files in S3. A PUT is complete and durable once it is answered and no name is reused, so a
 * reader never sees part of a file. Other keys in the bucket are ignored.
 */
export function createS3Backend(settings: S3Settings): StorageBackend {
  const client = createS3Client(settings);
  return {
    check: () => check(client, settings),

    write: (name, bytes) => put(client, name, bytes),

    async open(name) {
      const answer = await getIfThere(client, name);
      return answer && openAnswer(client, name, answer);
    },

    async remove(...names) {
      const work = names.values();
      const worker = async () => {
        for (const name of work) await removeName(client, name);
      };
      await Promise.all(Array.from({ length: removeConcurrency }, worker));
    },

    list: (folder) => listFiles(client, folder),
  };
}

/** Runs each operation once, so that a wrong key or bucket fails the start. */
async function check(client: S3Client, { bucket, endpoint }: S3Settings): Promise<void> {
  const key = objectFile(randomUUID());
  try {
    await put(client, key, Buffer.from("probe"));
    await finish(await client.send({ method: "GET", key }));
    await finish(await client.send({ method: "GET", key: "", query: listing("objects/", "", 1) }));
    await finish(await client.send({ method: "DELETE", key }));
  } catch (cause) {
    if (!(cause instanceof S3Refusal)) throw cause;
    const { host } = new URL(endpoint);
    throw new Error(`S3_BUCKET ${bucket} at ${host} cannot be used: ${cause.code}`, { cause });
  }
}

/** S3 returns an ETag for stored bytes. A proxy or a sign-in page may also return 200. */
async function put(client: S3Client, key: string, body: Uint8Array): Promise<void> {
  const answer = await client.send({ method: "PUT", key, body });
  const { etag, "content-type": type = "" } = answer.headers;
  await finish(answer);
  if (etag && !type.startsWith("text/html")) return;
  throw new StoreUnreachable(new Error("The S3 store did not confirm a write"));
}

async function getIfThere(client: S3Client, key: string): Promise<IncomingMessage | null> {
  try {
    return await client.send({ method: "GET", key });
  } catch (error) {
    if (error instanceof S3Refusal && error.code === "NoSuchKey") return null;
    throw error;
  }
}

/** A range is fetched with a new request, so that no unneeded bytes are transferred. */
function openAnswer(client: S3Client, name: string, answer: IncomingMessage): OpenFile {
  answer.on("error", () => undefined);
  const size = Number(answer.headers["content-length"] ?? Number.NaN);
  if (!Number.isSafeInteger(size)) {
    answer.destroy();
    throw new StoreUnreachable(new Error("The S3 store sent no Content-Length"));
  }
  const close = async () => {
    if (size <= cheaperToRead) answer.resume();
    else answer.destroy();
  };
  return {
    size,
    close,
    read(range) {
      if (!range || (range.start === 0 && range.end === size - 1)) return answer;
      void close();
      return Readable.from(readRange(client, name, range), { objectMode: false });
    },
    bytes: () => readAll(answer, size),
  };
}

/** Reading up to this many bytes costs less than a new connection. */
const cheaperToRead = 64 * 1024;

async function* readRange(
  client: S3Client,
  key: string,
  { start, end }: { start: number; end: number },
): AsyncIterable<Buffer> {
  const headers = { Range: `bytes=${start}-${end}` };
  const answer = await client.send({ method: "GET", key, headers });
  if (answer.statusCode !== 206) {
    answer.destroy();
    throw new Error("The S3 store does not support range requests");
  }
  yield* answer;
}

async function readAll(answer: IncomingMessage, size: number): Promise<Buffer> {
  try {
    const parts: Buffer[] = [];
    for await (const part of answer) parts.push(part);
    const bytes = Buffer.concat(parts);
    if (bytes.length === size) return bytes;
  } catch (error) {
    throw new StoreUnreachable(error);
  }
  throw new StoreUnreachable(new Error("The S3 store sent a truncated file"));
}

/** Not every store supports S3's request that deletes many keys. */
const removeConcurrency = 8;

async function removeName(client: S3Client, name: string): Promise<void> {
  if (!isRenditionFolder(name)) {
    await finish(await client.send({ method: "DELETE", key: name }));
    return;
  }
  for await (const entry of listFiles(client, name)) {
    await finish(await client.send({ method: "DELETE", key: entry.name }));
  }
}

const pageSize = 1000;

async function* listFiles(client: S3Client, folder: string): AsyncIterable<StoredEntry> {
  let after = "";
  for (;;) {
    const query = listing(`${folder}/`, after, pageSize);
    const answer = await client.send({ method: "GET", key: "", query });
    const { entries, isLast } = readListing(await readText(answer));
    for (const entry of entries) if (versionOf(entry.name)) yield entry;
    const last = entries.at(-1);
    if (isLast || !last) return;
    after = last.name;
  }
}

/** ListObjects version 1, which every store supports. */
function listing(prefix: string, marker: string, count: number): Record<string, string> {
  return { prefix, marker, "max-keys": String(count) };
}

/** The longest text response is a page of a listing, about 300 kB. */
const maxTextLength = 4 * 1024 * 1024;

async function readText(answer: IncomingMessage): Promise<string> {
  try {
    const parts: Buffer[] = [];
    let size = 0;
    for await (const part of answer) {
      size += part.length;
      if (size > maxTextLength) throw new Error("The S3 store's response is too long");
      parts.push(part);
    }
    return Buffer.concat(parts).toString("utf8");
  } catch (error) {
    throw new StoreUnreachable(error);
  }
}

/** Reads a response to its end, so that its connection can be reused. */
async function finish(answer: IncomingMessage): Promise<void> {
  await readText(answer);
}

/** The XML is machine-made, and our keys contain nothing that needs escaping. */
function readListing(xml: string): { entries: StoredEntry[]; isLast: boolean } {
  if (!/<ListBucketResult[\s>]/.test(xml)) throw new Error("The S3 store's listing is invalid");
  const entries = [...xml.matchAll(/<Contents>(.*?)<\/Contents>/gs)].map(([, content = ""]) => ({
    name: textOf(content, "Key"),
    modifiedAt: new Date(textOf(content, "LastModified")),
  }));
  return { entries, isLast: textOf(xml, "IsTruncated") !== "true" };
}

function textOf(xml: string, name: string): string {
  return new RegExp(`<${name}>([^<]*)</${name}>`).exec(xml)?.[1] ?? "";
}
