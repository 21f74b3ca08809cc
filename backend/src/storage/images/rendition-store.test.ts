import { pino } from "pino";
import { expect, test } from "vitest";
import { createMetrics } from "../../http/metrics.ts";
import { workLimits } from "../../limits.ts";
import { createLimiter } from "../../postgres/limiter.ts";
import type { StorageBackend } from "../stores/storage-backend.ts";
import type { PictureWorker } from "./picture-worker.ts";
import { createRenditionStore } from "./rendition-store.ts";

const object = { version: crypto.randomUUID(), metadata: { size: 1 } } as never;
const request = { width: 320, height: 0, resize: "cover", quality: 75, format: "jpeg" } as const;

/** A backend that has every rendition, with counts of how often one was opened and fully read. */
function createFullBackend(bytes: Buffer) {
  const counts = { whole: 0, open: 0 };
  const open = async () => {
    counts.open += 1;
    return {
      size: bytes.length,
      bytes: async () => {
        counts.whole += 1;
        return bytes;
      },
      close: async () => {
        counts.open -= 1;
      },
    };
  };
  return { counts, files: { open } };
}

function createStore(files: object, pictures: object) {
  const log = pino({ level: "silent" });
  const metrics = createMetrics("Notes");
  const limiter = createLimiter(workLimits.pictures);
  return createRenditionStore(files as StorageBackend, pictures as PictureWorker, {
    limiter,
    metrics,
    log,
  });
}

test("a stored rendition is streamed and not copied into memory", async () => {
  const { counts, files } = createFullBackend(Buffer.from("kept"));
  const store = createStore(files, {});
  const open = () => store.open(object, request, "a visitor");
  const readers = await Promise.all(Array.from({ length: 500 }, open));
  expect(readers).not.toContain(null);
  expect(counts).toEqual({ whole: 0, open: 500 });
});

test("concurrent requests for one rendition make it once", async () => {
  const original = { size: 1, bytes: async () => Buffer.from("o"), close: async () => undefined };
  let made = 0;
  const pictures = {
    run: async () => {
      made += 1;
      return { bytes: Buffer.from("made"), type: "image/jpeg" };
    },
  };
  const open = async (name: string) => (name.startsWith("objects/") ? original : null);
  const list = async function* () {};
  const store = createStore({ open, list, write: async () => undefined }, pictures);
  const all = ["one", "another"].map((visitor) => store.open(object, request, visitor));
  expect((await Promise.all(all)).map((file) => file?.size)).toEqual([4, 4]);
  expect(made).toBe(1);
});
