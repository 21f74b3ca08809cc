import {
  BlobReader,
  BlobWriter,
  TextReader,
  ZipWriter,
} from "@zip.js/zip.js/lib/zip-core-native.js";
import { describe, expect, it } from "vitest";
import { limits } from "#contract/limits.ts";
import { UserFacingError } from "#web/ui/states/user-facing-error.ts";
import { createPhotoMatcher, matchProblems, type PhotoCar } from "./match-photo.ts";
import { MAX_PHOTO_BYTES, photoMessages as messages } from "./messages.ts";
import { openZip, type ZippedFile } from "./open-zip.ts";
import { type KnownPhotos, type PlannedPhoto, photoHash, planPhotos } from "./plan-photos.ts";
import { storePhotos } from "./store-photos.ts";

const vins = { accord: "1HGCM82633A004352", kona: "KM8K2CAB4PU001140" };

function car(vin: string | null, title: string, images: string[] = [], stock = ""): PhotoCar {
  const id = `0b5f8a52-6f0c-4b0e-9d5e-${title.padStart(12, "0")}`;
  return { id, title, vin, stock_number: stock || null, images };
}

const accord = car(vins.accord, "1", [], "A-0001");
const kona = car(vins.kona, "2", [], "2");
const old = car("AB-12", "3");

describe("matching photos to vehicles by name", () => {
  const match = createPhotoMatcher([accord, kona, old]);
  const told = (path: string) => {
    const found = match(path);
    return "problem" in found ? found.problem : [found.car.title, found.order];
  };

  it.each([
    [`${vins.accord}/1.jpg`, ["1", 1]],
    [`fotos de mayo/${vins.accord} Honda Accord/IMG_0010.JPG`, ["1", 10]],
    [`${vins.accord}-frente.jpeg`, ["1", null]],
    [`${vins.accord}_2.webp`, ["1", 2]],
    ["1hgcm826-33a004352 (3).heic", ["1", 3]],
    [`3 - ${vins.accord}.png`, ["1", 3]],
    [`${vins.kona}/${vins.kona}_07.jpg`, ["2", 7]],
    [`autos\\${vins.kona}\\12 costado 2023.jpg`, ["2", 12]],
    ["ab12/2.jpg", ["3", 2]],
    ["AB 12_4.jpg", ["3", 4]],
    ["A-0001_2.jpg", ["1", 2]],
    ["a 0001/2.jpg", ["1", 2]],
    ["a0001 Accord/a0001-07.jpg", ["1", 7]],
    ["2/1.jpg", ["2", 1]],
    [`${kona.id}/05.jpg`, ["2", 5]],
  ])("finds the vehicle of a dealer's %s and its place in the order", (path, expected) => {
    expect(told(path)).toEqual(expected);
  });

  it("refuses a photo whose name matches no vehicle, or two", () => {
    for (const path of ["IMG_1.jpg", "1HGCM82633A004353/1.jpg", "AB-123.jpg", "fotos/.jpg"]) {
      expect(told(path)).toBe(matchProblems.unknown);
    }
    expect(told(`${vins.accord} ${vins.kona}.jpg`)).toBe(matchProblems.ambiguous);
    const close = createPhotoMatcher([accord, car(null, "4", [], "A-0001-2")]);
    expect(close("A-0001-2.jpg")).toEqual({ problem: matchProblems.ambiguous });
    const twins = createPhotoMatcher([accord, car(vins.accord, "4")]);
    expect(twins(`${vins.accord}/1.jpg`)).toEqual({ problem: matchProblems.ambiguous });
  });
});

/** The start of a JPEG scan and the end marker; the import checks nothing else. */
const JPEG = [0xff, 0xd8, 0xff, 0xda, 0, 2, 0xff, 0xd9];

const picture = (mark: number) => new Blob([new Uint8Array([...JPEG, mark])]);

async function zip(files: Record<string, Blob | string>, level = 0): Promise<Blob> {
  const writer = new ZipWriter(new BlobWriter(), { useWebWorkers: false, level });
  for (const [path, content] of Object.entries(files)) {
    await writer.add(
      path,
      typeof content === "string" ? new TextReader(content) : new BlobReader(content),
    );
  }
  return writer.close();
}

describe("photos with names of 60,000 characters", () => {
  const match = createPhotoMatcher([accord, kona, old]);
  it.each(["a-", "1", "1a", "-", `${vins.accord}-`, `${vins.accord}/`, "a/", ".", "é "])(
    "made of repeated %j are matched in time",
    (part) => {
      const name = part.repeat(Math.ceil(60_000 / part.length));
      for (const path of [name, `${name}.jpg`, `${name}/1.jpg`, `${vins.accord}/${name}.jpg`]) {
        match(path);
      }
    },
  );
});

describe("a ZIP", () => {
  it("lists its files without system files, and unpacks each on demand", async () => {
    const archive = await zip({
      "a/1.jpg": picture(1),
      "__MACOSX/a/._1.jpg": picture(2),
      "a/.DS_Store": "x",
      "ñandú.jpg": picture(3),
    });
    const files = await openZip(archive);
    expect(files.map(({ path, size }) => [path, size])).toEqual([
      ["a/1.jpg", 9],
      ["ñandú.jpg", 9],
    ]);
    const content = await files[0]?.read();
    expect(content?.name).toBe("1.jpg");
    expect(new Uint8Array((await content?.arrayBuffer()) ?? [])).toEqual(
      new Uint8Array([...JPEG, 1]),
    );
  });

  it("that is cut off or no ZIP is refused with a message", async () => {
    const archive = await zip({ "1.jpg": picture(1) });
    for (const broken of [new Blob(["hola"]), archive.slice(0, archive.size - 30)]) {
      await expect(openZip(broken)).rejects.toThrow(messages.noZip);
    }
  });

  it("with an extreme compression ratio is not opened", async () => {
    const bomb = await zip({ "1.jpg": new Blob([new Uint8Array(3_000_000)]) }, 9);
    expect(bomb.size).toBeLessThan(10_000);
    await expect(openZip(bomb)).rejects.toThrow(messages.bomb);
  });

  it("stops unpacking a file that exceeds the size in its directory", async () => {
    const archive = await zip({ "1.jpg": new Blob([new Uint8Array(2_000_000)]) }, 9);
    const bytes = new Uint8Array(await archive.arrayBuffer());
    const view = new DataView(bytes.buffer);
    // The file's record in the ZIP directory, which the limits are checked against.
    const record = bytes.findLastIndex(
      (_, at) => view.byteLength - at > 4 && view.getUint32(at, true) === 0x02014b50,
    );
    view.setUint32(record + 24, 1000, true);
    const [file] = await openZip(new Blob([bytes]));
    expect(file?.size).toBe(1000);
    await expect(file?.read()).rejects.toThrow(messages.damaged);
  });

  it("with too many entries is refused, even if they all point to one file", async () => {
    const archive = new Uint8Array(await (await zip({ "1.jpg": picture(1) })).arrayBuffer());
    const end = archive.length - 22;
    const start = new DataView(archive.buffer).getUint32(end + 16, true);
    const record = archive.slice(start, end);
    const tail = archive.slice(end);
    const view = new DataView(tail.buffer);
    for (const at of [8, 10]) view.setUint16(at, 5001, true);
    view.setUint32(12, record.length * 5001, true);
    const many = Array.from({ length: 5001 }, () => record);
    const bomb = new Blob([archive.slice(0, start), ...many, tail]);
    await expect(openZip(bomb)).rejects.toThrow(messages.tooMany);
  });
});

function file(path: string, content: Blob, size = content.size): ZippedFile {
  return { path, size, read: async () => new File([content], path) };
}

const planOf = (files: ZippedFile[], cars: PhotoCar[], known: KnownPhotos = new Map()) =>
  planPhotos({
    files,
    cars,
    find: async () => known,
    onProgress: () => undefined,
    signal: new AbortController().signal,
  });

describe("the plan of a ZIP", () => {
  it("orders photos by number, those without one last", async () => {
    const names = ["10.jpg", "frente.jpg", "2.jpg", "1.jpg", "atrás.jpg"];
    const files = names.map((name, mark) => file(`${vins.kona}/${name}`, picture(mark)));
    const { cars } = await planOf(files, [kona]);
    const order = cars[0]?.photos.map(({ file: { path } }) => path.slice(18));
    expect(order).toEqual(["1.jpg", "2.jpg", "10.jpg", "atrás.jpg", "frente.jpg"]);
  });

  it("skips stored and repeated photos, and gives a reason for each refused file", async () => {
    const hash = await photoHash(picture(1));
    const known: KnownPhotos = new Map([
      [hash, { vehicles: new Set([kona.id]), stored: null }],
      [await photoHash(picture(2)), { vehicles: new Set([accord.id]), stored: "https://x.test/2" }],
    ]);
    const plan = await planOf(
      [
        file(`${vins.kona}/1.jpg`, picture(1)),
        file(`${vins.kona}/2.jpg`, picture(2)),
        file(`${vins.kona}/3.jpg`, picture(2)),
        file(`${vins.kona}/precios.jpg`, new Blob(["Lista de precios"])),
        file(`${vins.kona}/4.jpg`, picture(4), MAX_PHOTO_BYTES + 1),
        file(`${vins.kona}/5.jpg`, picture(5).slice(0, 6)),
        file("nadie.jpg", picture(5)),
      ],
      [kona, accord],
      known,
    );
    expect(plan.cars).toMatchObject([
      { car: kona, known: 1, photos: [{ stored: "https://x.test/2" }] },
    ]);
    expect(plan.refused).toEqual([
      { path: "nadie.jpg", reason: matchProblems.unknown },
      { path: `${vins.kona}/precios.jpg`, reason: messages.noImage },
      { path: `${vins.kona}/4.jpg`, reason: messages.photoTooLarge },
      { path: `${vins.kona}/5.jpg`, reason: messages.damaged },
      { path: `${vins.kona}/3.jpg`, reason: messages.repeated },
    ]);
  });

  it("fills a vehicle up to its limit, in order", async () => {
    const full = car(vins.kona, "5", Array.from({ length: limits.photosPerVehicle - 1 }, String));
    const files = [2, 1].map((n) => file(`${vins.kona}/${n}.jpg`, picture(n)));
    const plan = await planOf(files, [full]);
    expect(plan.cars[0]?.photos.map(({ file: { path } }) => path)).toEqual([`${vins.kona}/1.jpg`]);
    expect(plan.refused).toEqual([{ path: `${vins.kona}/2.jpg`, reason: messages.tooManyPhotos }]);
  });
});

describe("an upload of photos", () => {
  const photos = ["a", "b", "c"].map(
    (path): PlannedPhoto => ({ file: file(path, picture(1)), hash: path, stored: null }),
  );
  const nameOf = ({ file: { path } }: PlannedPhoto) => path;

  function begin(store: (photo: PlannedPhoto) => Promise<{ url: string } | { reason: string }>) {
    const stop = new AbortController();
    const stored = new Map<PlannedPhoto, string>();
    const run = () =>
      storePhotos(photos, {
        prepare: ({ file: { read } }) => read(),
        store,
        stored,
        onProgress: () => undefined,
        signal: stop.signal,
      });
    return { stop, stored, run };
  }

  it("resumes after a lost connection without storing a photo twice", async () => {
    const tries: string[] = [];
    let line = false;
    const { run, stored } = begin(async (photo) => {
      tries.push(nameOf(photo));
      if (nameOf(photo) === "b" && !line) throw new TypeError("Failed to fetch");
      return { url: nameOf(photo) };
    });
    await expect(run()).rejects.toThrow("Failed to fetch");
    line = true;
    expect(await run()).toEqual([]);
    expect(tries).toEqual(["a", "b", "b", "c"]);
    expect([...stored.values()]).toEqual(["a", "b", "c"]);
  });

  it("stores the remaining photos when some are damaged or refused by the server", async () => {
    const { run, stored } = begin(async (photo) =>
      nameOf(photo) === "b" ? { reason: "No." } : { url: nameOf(photo) },
    );
    expect(await run()).toEqual([{ path: "b", reason: "No." }]);
    expect(stored.size).toBe(2);
    const broken: PlannedPhoto = {
      file: { ...file("d", picture(1)), read: () => Promise.reject(new UserFacingError("Rota.")) },
      hash: "d",
      stored: null,
    };
    const failed = await storePhotos([broken], {
      prepare: ({ file: { read } }) => read(),
      store: async () => ({ url: "" }),
      stored,
      onProgress: () => undefined,
      signal: new AbortController().signal,
    });
    expect(failed).toEqual([{ path: "d", reason: "Rota." }]);
  });

  it("that the dealer stops ends after the current photo", async () => {
    const { run, stop, stored } = begin(async (photo) => {
      stop.abort();
      return { url: nameOf(photo) };
    });
    await expect(run()).rejects.toMatchObject({ name: "AbortError" });
    expect(stored.size).toBe(1);
  });
});
