import { mkdtempSync } from "node:fs";
import { readdir, rm, utimes, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { Hono } from "hono";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { ApiError } from "../../http/api-error.ts";
import { bodyLimits } from "../../limits.ts";
import { receiveUpload, removeAbandonedUploads } from "./read-upload.ts";

let folder: string;

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "notes-uploads-"));
});
afterEach(() => rm(folder, { recursive: true, force: true }));

/** Sends a body and returns the received upload or the error message. */
async function send(body: BodyInit, headers: Record<string, string> = {}): Promise<unknown> {
  const app = new Hono();
  app.post("*", async (context) => {
    const upload = await receiveUpload(context, folder);
    const { size, type, cacheControl, userMetadata } = upload;
    const text = (await upload.bytes()).toString();
    await upload.discard();
    return context.json({ size, type, cacheControl, userMetadata, text });
  });
  app.onError((error, context) =>
    context.json({ refused: error instanceof ApiError ? error.message : `fault: ${error}` }),
  );
  const init = { method: "POST", body, headers, duplex: "half" } as RequestInit;
  return (await app.request("/object", init)).json();
}

const asForm = { "content-type": "multipart/form-data; boundary=x" };
const begin = '--x\r\nContent-Disposition: form-data; name=""; filename="a.txt"\r\n';

/** A body that ends with an error, as if the client disconnected. */
function cutOff(pieces: string[]): ReadableStream {
  return new ReadableStream({
    async start(controller) {
      for (const piece of pieces) controller.enqueue(Buffer.from(piece));
      await new Promise(setImmediate);
      controller.error(new Error("aborted"));
    },
  });
}

describe("an upload", () => {
  test("is received unchanged, raw or as a form, and leaves no file behind", async () => {
    const plain = await send("hello", {
      "content-type": "text/plain",
      "cache-control": "max-age=7",
    });
    expect(plain).toMatchObject({ size: 5, type: "text/plain", cacheControl: "max-age=7" });
    const form = new FormData();
    form.append("cacheControl", "60");
    form.append("metadata", '{"a":1}');
    form.append("", new File(["hello"], "a.txt", { type: "text/plain" }));
    expect(await send(form)).toEqual({
      size: 5,
      type: "text/plain",
      cacheControl: "max-age=60",
      userMetadata: { a: 1 },
      text: "hello",
    });
    expect(await readdir(folder)).toEqual([]);
  });

  test.each<[string, () => BodyInit, Record<string, string>, string]>([
    ["nothing", () => "", {}, "No content provided"],
    ["a body that is cut off", () => cutOff(["abc"]), {}, "The upload was cut off"],
    ["a form that is cut off", () => cutOff([`${begin}\r\nabc`]), asForm, "The upload was cut off"],
    ["half a form", () => `${begin}\r\nabc`, asForm, "The upload was cut off"],
    ["no form at all", () => "nonsense", asForm, "The upload was cut off"],
    ["a form without a file", () => "--x--\r\n", asForm, "No content provided"],
    [
      "a form without a boundary",
      () => "abc",
      { "content-type": "multipart/form-data" },
      "malformed",
    ],
    ["many parts", () => `${`${begin}\r\n\r\n`.repeat(900)}--x--`, asForm, "too many parts"],
    [
      "long headers",
      () => `${begin}${"A: b\r\n".repeat(2_000)}\r\nabc\r\n--x--`,
      asForm,
      "malformed",
    ],
  ])("of %s is rejected and leaves no file behind", async (_, body, headers, words) => {
    expect(await send(body(), headers)).toEqual({ refused: expect.stringContaining(words) });
    expect(await readdir(folder)).toEqual([]);
  });

  test("one byte over the limit is rejected, with or without Content-Length or form", async () => {
    const large = new Uint8Array(bodyLimits.file + 1);
    const form = new FormData();
    form.append("", new File([large], "a.bin"));
    for (const body of [large, new Blob([large]).stream(), form]) {
      expect(await send(body)).toEqual({
        refused: "The object exceeded the maximum allowed size",
      });
    }
    expect(await readdir(folder)).toEqual([]);
  });
});

test("uploads of a killed process are removed, current ones stay", async () => {
  for (const name of ["old", "new"]) await writeFile(join(folder, name), "bytes");
  const anHourAgo = new Date(Date.now() - 3_600_000);
  await utimes(join(folder, "old"), anHourAgo, anHourAgo);
  await removeAbandonedUploads(folder);
  expect(await readdir(folder)).toEqual(["new"]);
  await removeAbandonedUploads(join(folder, "none"));
});
