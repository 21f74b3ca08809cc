import { createClient } from "@supabase/supabase-js";
import { afterEach, expect, it, vi } from "vitest";
import { fakeSession } from "#web/session/fixtures.ts";
import { uploadPhoto } from "./upload-photo.ts";

/** Sent requests; none gets a response. */
const sent: FakeRequest[] = [];

class FakeRequest {
  upload = {};
  isAborted = false;
  onabort = () => undefined;
  open() {}
  setRequestHeader() {}
  send() {
    sent.push(this);
  }
  abort() {
    this.isAborted = true;
    this.onabort();
  }
}

afterEach(() => {
  sent.length = 0;
  vi.unstubAllGlobals();
});

/** Starts an upload that reads its session only after `answer` is called. */
function startUpload(signal: AbortSignal) {
  vi.stubGlobal("XMLHttpRequest", FakeRequest);
  const supabase = createClient("https://site.test", "anon", { auth: { persistSession: false } });
  const { promise, resolve } = Promise.withResolvers<void>();
  vi.spyOn(supabase.auth, "getSession").mockImplementation(async () => {
    await promise;
    return { data: { session: fakeSession.session }, error: null };
  });
  const uploader = { supabase, anonKey: "anon", ownerId: "ana", impersonatedId: null };
  const photo = new File(["x"], "a.jpg", { type: "image/jpeg" });
  return { answer: resolve, upload: uploadPhoto(uploader, photo, () => undefined, signal) };
}

it("a dealer's photo removed before its upload starts is never sent", async () => {
  const stop = new AbortController();
  const { answer, upload } = startUpload(stop.signal);
  stop.abort();
  answer();
  await expect(upload).rejects.toBe(stop.signal.reason);
  expect(sent).toEqual([]);
});

it("a dealer's photo removed during its upload aborts the request", async () => {
  const stop = new AbortController();
  const { answer, upload } = startUpload(stop.signal);
  answer();
  await expect.poll(() => sent).toHaveLength(1);
  stop.abort();
  await expect(upload).rejects.toBe(stop.signal.reason);
  expect(sent.map(({ isAborted }) => isAborted)).toEqual([true]);
});
