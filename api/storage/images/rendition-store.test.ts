import { pino } from "pino";
import sharp from "sharp";
import { expect, test } from "vitest";
import { createGate } from "#api/http/gate.ts";
import { createMetrics } from "#api/http/metrics.ts";
import type { StorageBackend } from "../backend/storage-backend.ts";
import type { PictureWorker } from "./picture-worker.ts";
import { createRenditionStore } from "./rendition-store.ts";

const object = { version: crypto.randomUUID(), metadata: { size: 1 } } as never;
const request = { width: 320, height: 0, resize: "cover", quality: 75, format: "jpeg" } as const;

/** A store of files in which every rendition lies already, and how often one was read whole. */
function keptAlready(bytes: Buffer) {
  const counts = { whole: 0, open: 0 };
  const backend = {
    open: async () => {
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
    },
  };
  return { counts, backend: backend as unknown as StorageBackend };
}

test("visitors who read a kept rendition slowly hold no copies of it: it is read whole once, and streamed", async () => {
  const create = { width: 320, height: 240, channels: 3, background: "#a33" } as const;
  const { counts, backend } = keptAlready(await sharp({ create }).jpeg().toBuffer());
  const gate = createGate({ capacity: 2, share: 2, queue: 9, refuse: () => new Error("full") });
  const log = pino({ level: "silent" });
  const nobody = {} as PictureWorker;
  const store = createRenditionStore(backend, nobody, gate, { metrics: createMetrics(), log });
  const open = () => store.open(object, request, "a visitor");
  await open();
  const readers = await Promise.all(Array.from({ length: 500 }, open));
  expect(readers).not.toContain(null);
  expect(counts).toEqual({ whole: 1, open: 501 });
});
