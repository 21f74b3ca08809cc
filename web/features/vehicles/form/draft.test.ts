import { expect, it } from "vitest";
import { EMPTY_VEHICLE_FORM } from "#contract/vehicle.ts";
import { guardStorage } from "#web/device-storage.ts";
import { clearDraft, draftKey, readDraft, readPhotos, writeDraft, writePhotos } from "./draft.ts";
import { existingPhotos, newPhoto, photoUrl } from "./photos/photo.ts";

const createStorage = () => guardStorage(() => window.sessionStorage);
const key = draftKey("ana", "new");
const typed = { ...EMPTY_VEHICLE_FORM, brand: "Hyundai", price: "A consultar" };

it("a dealer whose page was discarded gets the typed values back", () => {
  const storage = createStorage();
  writeDraft(storage, key, { initial: EMPTY_VEHICLE_FORM, values: typed });
  expect(readDraft(storage, key, EMPTY_VEHICLE_FORM)).toEqual(typed);
});

it("another dealer on the same device does not get the draft", () => {
  const storage = createStorage();
  writeDraft(storage, key, { initial: EMPTY_VEHICLE_FORM, values: typed });
  expect(readDraft(storage, draftKey("luis", "new"), EMPTY_VEHICLE_FORM)).toBeNull();
});

it("a dealer whose vehicle changed in the meantime does not get the old draft", () => {
  const storage = createStorage();
  writeDraft(storage, key, { initial: EMPTY_VEHICLE_FORM, values: typed });
  expect(readDraft(storage, key, { ...EMPTY_VEHICLE_FORM, price: "9000" })).toBeNull();
});

it("a dealer gets uploaded photos back for a day, and the number of lost ones", () => {
  const storage = createStorage();
  const [old = "", gone = ""] = ["https://files.test/old.jpg", "https://files.test/gone.jpg"];
  const initial = [old, gone];
  const at = 1_700_000_000_000;
  const url = "https://files.test/a.jpg";
  const photos = [
    newPhoto("a.jpg", null, { name: "uploaded", url, at }),
    ...existingPhotos([old]),
    newPhoto("b.jpg", null),
  ];
  writePhotos(storage, key, { initial, photos });
  const read = (now: number, images = initial) =>
    readPhotos(storage, key, { initial: images, now });
  const [soon, late] = [read(at + 22 * 3_600_000), read(at + 24 * 3_600_000)];
  expect([soon?.photos.map(photoUrl), soon?.lost]).toEqual([[url, old], 1]);
  expect([late?.photos.map(photoUrl), late?.lost]).toEqual([[old], 2]);
  expect(read(at, [old])).toBeNull();
  clearDraft(storage, key);
  expect(read(at)).toBeNull();
});

it("a dealer who typed nothing, saved, or has damaged storage gets no draft", () => {
  const storage = createStorage();
  writeDraft(storage, key, { initial: EMPTY_VEHICLE_FORM, values: EMPTY_VEHICLE_FORM });
  expect(readDraft(storage, key, EMPTY_VEHICLE_FORM)).toBeNull();
  writeDraft(storage, key, { initial: EMPTY_VEHICLE_FORM, values: typed });
  clearDraft(storage, key);
  expect(readDraft(storage, key, EMPTY_VEHICLE_FORM)).toBeNull();
  storage.setItem(key, "{");
  expect(readDraft(storage, key, EMPTY_VEHICLE_FORM)).toBeNull();
});
