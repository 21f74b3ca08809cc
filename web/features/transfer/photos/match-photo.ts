import { foldText } from "#contract/text/fold-text.ts";

/** A vehicle that photos can be matched to. */
export type PhotoCar = {
  id: string;
  title: string;
  vin: string | null;
  stock_number: string | null;
  images: string[];
};

/** The vehicle matched by a photo's path, and the photo's position according to its name. */
export type PhotoMatch = { car: PhotoCar; order: number | null } | { problem: string };

export const matchProblems = {
  unknown: "Ningún vehículo tuyo tiene ese número de inventario o VIN.",
  ambiguous: "Puede ser de más de un vehículo. Ponla en una carpeta con su VIN.",
};

/** Lengths of the keys that match anywhere in a path: a full VIN, and our ID. */
const FULL_KEY_LENGTHS = [17, 32];

/** Vehicles by normalized key, each with the name as written. */
type Names = Map<string, { name: string; car: PhotoCar }[]>;

/** The vehicles matched by a path segment, and the text left over. */
type Found = { cars: Set<PhotoCar>; rest: string };

/**
 * Returns a function that matches a ZIP path to a vehicle: by a full VIN or our ID anywhere, else
 * by the nearest folder that starts with a stock number, else by the file name. Ignores case,
 * accents and separators.
 */
export function createPhotoMatcher(cars: readonly PhotoCar[]): (path: string) => PhotoMatch {
  const names: Names = new Map();
  for (const car of cars) {
    for (const name of [car.id, car.vin, car.stock_number]) {
      const key = matchKey(name ?? "");
      if (!name || !key) continue;
      const named = names.get(key) ?? [];
      named.push({ name: foldText(name), car });
      names.set(key, named);
    }
  }
  return (path) => {
    const parts = path.split(/[/\\]/).slice(-MAX_FOLDERS);
    const folders = parts.map((part) => part.slice(0, MAX_PART_LENGTH));
    const stem = (folders.pop() ?? "").replace(/\.[^.]*$/, "");
    const places = [...folders.reverse(), stem];
    for (const find of [findFullKey, findByPrefix]) {
      for (const place of places) {
        const found = find(names, place);
        if (found.cars.size > 1) return { problem: matchProblems.ambiguous };
        const [car] = found.cars;
        if (car) return { car, order: orderOf(restOf(names, stem, car)) };
      }
    }
    return { problem: matchProblems.unknown };
  };
}

/** No file system allows longer names, but a ZIP may claim any. */
const MAX_PART_LENGTH = 1000;
const MAX_FOLDERS = 50;

/** "1hg-cm826…" and "1HGCM826…" give the same key. */
function matchKey(text: string): string {
  return foldText(text).replaceAll(/[^a-z0-9]/g, "");
}

function findFullKey(names: Names, place: string): Found {
  const key = matchKey(place);
  const cars = new Set<PhotoCar>();
  let last: { start: number; end: number } | null = null;
  for (const length of FULL_KEY_LENGTHS) {
    for (let start = 0; start + length <= key.length; start += 1) {
      const end = start + length;
      const named = names.get(key.slice(start, end)) ?? [];
      for (const { car } of named) cars.add(car);
      if (named.length > 0) last = { start, end };
    }
  }
  const rest = last ? restAfter(place, last.end) || key.slice(0, last.start) : "";
  return { cars, rest };
}

/**
 * The vehicles whose key starts a name, up to a separator. Names with the same separators win over
 * names that differ in them. Reads no further than the longest key.
 */
function findByPrefix(names: Names, place: string): Found {
  const text = foldText(place);
  const longest = Math.max(...FULL_KEY_LENGTHS);
  const hits: { car: PhotoCar; rest: string; isWritten: boolean }[] = [];
  let key = "";
  for (const { 0: part, index } of text.matchAll(/[a-z0-9]+/g)) {
    key += part;
    if (key.length > longest) break;
    const end = index + part.length;
    for (const { name, car } of names.get(key) ?? []) {
      hits.push({ car, rest: text.slice(end), isWritten: name === text.slice(0, end) });
    }
  }
  const written = hits.filter(({ isWritten }) => isWritten);
  const chosen = written.length > 0 ? written : hits;
  return { cars: new Set(chosen.map(({ car }) => car)), rest: chosen.at(-1)?.rest ?? "" };
}

/**
 * The part of a file name that is not the vehicle. A bare stock number is still a position: "2.jpg"
 * among the photos of vehicle "2".
 */
function restOf(names: Names, stem: string, car: PhotoCar): string {
  const whole = findFullKey(names, stem);
  if (whole.cars.has(car)) return whole.rest;
  const beginning = findByPrefix(names, stem);
  return beginning.cars.has(car) && matchKey(beginning.rest) !== "" ? beginning.rest : stem;
}

/** The text after the first `count` letters and digits. */
function restAfter(text: string, count: number): string {
  const folded = foldText(text);
  const ends = [...folded.matchAll(/[a-z0-9]/g)].map(({ index }) => index + 1);
  return folded.slice(ends[count - 1]);
}

/** The number that a name starts with, else its last number. */
function orderOf(rest: string): number | null {
  const [, first] = /^[^a-z0-9]*(\d+)(?![a-z0-9])/i.exec(rest) ?? [];
  const number = first ?? rest.match(/\d+/g)?.at(-1);
  return number === undefined ? null : Number(number);
}

type Place = { order: number | null; path: string };

const byName = new Intl.Collator("es", { numeric: true });

/** Sorts photos by the numbers in their names; those without a number come last. */
export function comparePhotoOrder(one: Place, other: Place): number {
  const numberOf = ({ order }: Place) => order ?? Number.MAX_SAFE_INTEGER;
  return numberOf(one) - numberOf(other) || byName.compare(one.path, other.path);
}
