import { afterEach, describe, expect, it, vi } from "vitest";
import { UserFacingError } from "#web/ui/states/user-facing-error.ts";
import { newPhoto, photoUrl } from "./photo.ts";
import {
  createPhotoQueue,
  type PhotoQueue,
  type PhotoSteps,
  UPLOAD_LIFETIME_MS,
} from "./photo-queue.ts";

/** The start of a JPEG scan and the end marker; the queue checks nothing else. */
const JPEG = new Uint8Array([0xff, 0xd8, 0xff, 0xda, 0, 2, 0xff, 0xd9]);

function jpeg(name: string): File {
  return new File([JPEG], name, { type: "image/jpeg" });
}

/** Steps that compress immediately and upload to a URL made from the name, unless overridden. */
function fakeSteps(changes: Partial<PhotoSteps> = {}) {
  const uploads: string[] = [];
  const forgotten: string[] = [];
  const discarded: string[] = [];
  const steps: PhotoSteps = {
    compress: async (file) => file,
    upload: async (file) => {
      uploads.push(file.name);
      return `https://files.test/${file.name}`;
    },
    discard: (urls) => void discarded.push(...urls),
    isOnline: () => true,
    preview: (file) => `blob:${file.name}`,
    forget: (preview) => forgotten.push(preview),
    ...changes,
  };
  return { steps, uploads, forgotten, discarded };
}

function names(queue: PhotoQueue): string[] {
  return queue.photos().map(({ name }) => name);
}

describe("the photos of a vehicle form", () => {
  afterEach(() => void vi.useRealTimers());

  it("a dealer's photos are uploaded in order, the cover first", async () => {
    const { steps } = fakeSteps();
    const queue = createPhotoQueue(steps, ["https://files.test/old.jpg"]);
    await queue.add([jpeg("a.jpg"), jpeg("b.jpg")]);
    const added = queue.photos().find(({ name }) => name === "b.jpg");
    queue.move(added?.id ?? "", 0);
    expect(await queue.uploadAll()).toEqual({
      stored: true,
      urls: ["https://files.test/b.jpg", "https://files.test/old.jpg", "https://files.test/a.jpg"],
    });
  });

  it("a dealer who adds a text file sees an error and keeps the valid photos", async () => {
    const { steps } = fakeSteps();
    const queue = createPhotoQueue(steps);
    const refusals = await queue.add([jpeg("a.jpg"), new File(["texto"], "b.jpg"), jpeg("c.jpg")]);
    expect(refusals).toEqual([
      "«b.jpg» no es una imagen PNG, JPG, WEBP o HEIC, aunque su nombre lo diga.",
    ]);
    expect(names(queue)).toEqual(["a.jpg", "c.jpg"]);
  });

  it("a dealer who saves again after a failed upload does not upload the others twice", async () => {
    let broken = true;
    const { steps, uploads } = fakeSteps({
      upload: async (file) => {
        if (file.name === "b.jpg" && broken) throw new UserFacingError("Se cortó la conexión.");
        uploads.push(file.name);
        return `https://files.test/${file.name}`;
      },
    });
    const queue = createPhotoQueue(steps);
    await queue.add([jpeg("a.jpg"), jpeg("b.jpg"), jpeg("c.jpg")]);

    expect(await queue.uploadAll()).toEqual({ stored: false, failed: ["b.jpg"] });
    expect(queue.photos()[1]).toMatchObject({
      stage: { name: "failed", reason: "Se cortó la conexión." },
    });

    broken = false;
    expect(await queue.uploadAll()).toMatchObject({ stored: true });
    expect(uploads).toEqual(["a.jpg", "c.jpg", "b.jpg"]);
  });

  it("a dealer can retry a single failed photo", async () => {
    let failures = 1;
    const { steps, uploads } = fakeSteps({
      upload: async (file) => {
        uploads.push(file.name);
        if (failures-- > 0) throw new Error("503");
        return `https://files.test/${file.name}`;
      },
    });
    const queue = createPhotoQueue(steps);
    await queue.add([jpeg("a.jpg")]);
    await queue.uploadAll();
    await queue.retry(queue.photos()[0]?.id ?? "");
    expect(queue.photos()[0]).toMatchObject({
      stage: { name: "uploaded", url: "https://files.test/a.jpg" },
    });
    expect(uploads).toEqual(["a.jpg", "a.jpg"]);
  });

  it("a dealer sees that a photo cannot be opened, and can retry its compression", async () => {
    let damaged = true;
    const { steps } = fakeSteps({
      compress: async (file) => {
        if (damaged) throw new Error("No se pudo abrir la imagen.");
        return file;
      },
    });
    const queue = createPhotoQueue(steps);
    await queue.add([jpeg("a.jpg")]);
    expect(await queue.uploadAll()).toEqual({ stored: false, failed: ["a.jpg"] });
    damaged = false;
    await queue.retry(queue.photos()[0]?.id ?? "");
    expect(queue.photos()[0]).toMatchObject({ stage: { name: "uploaded" }, preview: "blob:a.jpg" });
  });

  it("a dealer's save waits for photos that are still being compressed", async () => {
    const { promise, resolve } = Promise.withResolvers<void>();
    const { steps } = fakeSteps({
      compress: async (file, onProgress) => {
        onProgress(40);
        await promise;
        return file;
      },
    });
    const queue = createPhotoQueue(steps);
    await queue.add([jpeg("a.jpg")]);
    expect(queue.photos()[0]).toMatchObject({ stage: { name: "compressing", percent: 40 } });
    const saving = queue.uploadAll();
    resolve();
    expect(await saving).toEqual({ stored: true, urls: ["https://files.test/a.jpg"] });
  });

  it("a dealer who removes a photo in progress cancels it and frees its preview", async () => {
    const { steps, forgotten } = fakeSteps({
      compress: (file, _onProgress, signal) =>
        new Promise((resolve, reject) => {
          if (file.name === "b.jpg") resolve(file);
          signal.addEventListener("abort", () => reject(signal.reason));
        }),
    });
    const queue = createPhotoQueue(steps);
    await queue.add([jpeg("a.jpg"), jpeg("b.jpg")]);
    queue.remove(queue.photos()[0]?.id ?? "");
    expect(await queue.uploadAll()).toMatchObject({ stored: true });
    expect(names(queue)).toEqual(["b.jpg"]);
    queue.dispose();
    expect(forgotten).toEqual(["blob:b.jpg"]);
  });

  it("a dealer's phone compresses one photo at a time", async () => {
    let atOnce = 0;
    let most = 0;
    const { steps } = fakeSteps({
      compress: async (file) => {
        atOnce += 1;
        most = Math.max(most, atOnce);
        await Promise.resolve();
        atOnce -= 1;
        return file;
      },
    });
    const queue = createPhotoQueue(steps);
    await queue.add([jpeg("a.jpg"), jpeg("b.jpg"), jpeg("c.jpg")]);
    await queue.uploadAll();
    expect(most).toBe(1);
  });

  it("a dealer's photos upload two at a time before the save, which finds them done", async () => {
    let atOnce = 0;
    let most = 0;
    const { steps, uploads } = fakeSteps();
    const upload: PhotoSteps["upload"] = async (...order) => {
      atOnce += 1;
      most = Math.max(most, atOnce);
      await new Promise((resolve) => setTimeout(resolve));
      atOnce -= 1;
      return steps.upload(...order);
    };
    const queue = createPhotoQueue({ ...steps, upload });
    await queue.add(["a.jpg", "b.jpg", "c.jpg", "d.jpg"].map(jpeg));
    await expect.poll(() => uploads).toHaveLength(4);
    expect(most).toBe(2);
    expect(await queue.uploadAll()).toMatchObject({ stored: true });
    expect(uploads).toHaveLength(4);
  });

  it("a dealer's removed or unsaved photo is deleted from storage, a saved one is not", async () => {
    const { steps, discarded } = fakeSteps();
    const queue = createPhotoQueue(steps, ["https://files.test/old.jpg"]);
    await queue.add([jpeg("a.jpg")]);
    await queue.uploadAll();
    await queue.add([jpeg("b.jpg"), jpeg("c.jpg")]);
    await expect.poll(() => queue.photos().every(photoUrl)).toBe(true);
    queue.remove(queue.photos()[2]?.id ?? "");
    expect(discarded).toEqual(["https://files.test/b.jpg"]);
    queue.reset();
    expect(discarded).toEqual(["https://files.test/b.jpg", "https://files.test/c.jpg"]);
    expect(queue.photos().map(photoUrl)).toEqual(["https://files.test/old.jpg"]);
  });

  it("a dealer who saves a day later uploads again, and reads which file is missing", async () => {
    vi.useFakeTimers({ toFake: ["Date"] });
    const { steps, uploads } = fakeSteps();
    const queue = createPhotoQueue(steps);
    const at = Date.now();
    queue.restore([newPhoto("a.jpg", null, { name: "uploaded", url: "https://files.test/a", at })]);
    await queue.add([jpeg("b.jpg")]);
    expect(await queue.uploadAll()).toMatchObject({ stored: true });
    vi.setSystemTime(at + UPLOAD_LIFETIME_MS);
    expect(await queue.uploadAll()).toEqual({ stored: false, failed: ["a.jpg"] });
    expect(uploads).toEqual(["b.jpg", "b.jpg"]);
  });

  it("a dealer's 41st photo is refused with the limit", async () => {
    const { steps } = fakeSteps();
    const queue = createPhotoQueue(
      steps,
      Array.from({ length: 39 }, (_, index) => `https://files.test/${index}.jpg`),
    );
    expect(await queue.add([jpeg("a.jpg"), jpeg("b.jpg")])).toEqual([
      "«b.jpg» no se añadió: un vehículo admite hasta 40 fotos.",
    ]);
    expect(queue.photos()).toHaveLength(40);
  });

  it("a dealer who moves a photo past either end finds it at that end", async () => {
    const { steps } = fakeSteps();
    const queue = createPhotoQueue(steps);
    await queue.add([jpeg("a.jpg"), jpeg("b.jpg"), jpeg("c.jpg")]);
    queue.move(queue.photos()[0]?.id ?? "", 9);
    expect(names(queue)).toEqual(["b.jpg", "c.jpg", "a.jpg"]);
    queue.move(queue.photos()[2]?.id ?? "", -4);
    expect(names(queue)).toEqual(["a.jpg", "b.jpg", "c.jpg"]);
  });
});

describe("a vehicle form without connection", () => {
  afterEach(() => void vi.useRealTimers());

  /** A queue with one photo, whose uploads fail until the connection is restored. */
  async function loseLine() {
    const line = { isThere: false, isOnline: true };
    const tries: number[] = [];
    vi.useFakeTimers();
    const { steps } = fakeSteps({
      isOnline: () => line.isOnline,
      upload: async ({ name }) => {
        tries.push(Date.now());
        if (!line.isThere) throw new TypeError("Failed to fetch");
        return `https://files.test/${name}`;
      },
    });
    const queue = createPhotoQueue(steps);
    await queue.add([jpeg("a.jpg")]);
    await vi.advanceTimersByTimeAsync(0);
    const stage = () => queue.photos().map((photo) => !photo.isExisting && photo.stage.name)[0];
    return { line, tries, queue, stage };
  }

  it("a dealer's photo is retried with growing delays and finally fails", async () => {
    const { line, tries, queue, stage } = await loseLine();
    expect(stage()).toBe("waiting");
    await vi.advanceTimersByTimeAsync(3_600_000);
    expect(stage()).toBe("failed");
    const pauses = tries.slice(1).map((time, index) => time - (tries[index] ?? 0));
    expect(pauses).toEqual([2_000, 5_000, 15_000, 30_000, 60_000]);
    line.isThere = true;
    queue.resume();
    await vi.advanceTimersByTimeAsync(0);
    expect(stage()).toBe("uploaded");
  });

  it("a dealer who is offline causes no retries until the connection is back", async () => {
    const { line, tries, queue, stage } = await loseLine();
    line.isOnline = false;
    await vi.advanceTimersByTimeAsync(3_600_000);
    expect([stage(), tries.length]).toEqual(["waiting", 2]);
    Object.assign(line, { isThere: true, isOnline: true });
    queue.resume();
    await vi.advanceTimersByTimeAsync(0);
    expect([stage(), tries.length]).toEqual(["uploaded", 3]);
  });

  it("a dealer's retry skips the delay, and a save names the missing photo", async () => {
    const { line, queue, stage } = await loseLine();
    expect(await queue.uploadAll()).toEqual({ stored: false, failed: ["a.jpg"] });
    line.isThere = true;
    await queue.retry(queue.photos()[0]?.id ?? "");
    expect(stage()).toBe("uploaded");
  });

  it("a dealer's photo that the server refuses is not retried", async () => {
    vi.useFakeTimers();
    const { steps, uploads } = fakeSteps({
      upload: async ({ name }) => {
        uploads.push(name);
        throw new UserFacingError("El servidor dice que pesa demasiado.");
      },
    });
    const queue = createPhotoQueue(steps);
    await queue.add([jpeg("a.jpg")]);
    await vi.advanceTimersByTimeAsync(3_600_000);
    queue.resume();
    await vi.advanceTimersByTimeAsync(0);
    expect(uploads).toEqual(["a.jpg"]);
  });
});
