import { foldText } from "#contract/text/fold-text.ts";

/** A vehicle that photos may go to. */
export type PhotoCar = {
  id: string;
  title: string;
  vin: string | null;
  stock_number: string | null;
  images: string[];
};

/** Which vehicle a photo goes to by its path, and what the rest of its name says of its place. */
export type PhotoMatch = { car: PhotoCar; order: number | null } | { problem: string };

export const matchProblems = {
  unknown: "Ningún vehículo tuyo tiene ese número de inventario o VIN.",
  ambiguous: "Puede ser de más de un vehículo. Ponla en una carpeta con su VIN.",
};

/** The lengths of what stands for one vehicle wherever it stands: a whole VIN, and our ID. */
const WHOLE = [17, 32];

/** What names a vehicle, as it is written, by its letters and digits. */
type Names = Map<string, { name: string; car: PhotoCar }[]>;

/** The vehicles that a part of a path names, and what else it says. */
type Found = { cars: Set<PhotoCar>; rest: string };

/**
 * Gives what finds the vehicle of a path in a ZIP. A whole VIN, or our ID, counts wherever it
 * stands; else the nearest folder that begins with a stock number, and at last the file's name.
 * Case, accents and separators are forgiven.
 */
export function createMatcher(cars: readonly PhotoCar[]): (path: string) => PhotoMatch {
  const names: Names = new Map();
  for (const car of cars) {
    for (const name of [car.id, car.vin, car.stock_number]) {
      const key = keyOf(name ?? "");
      if (!name || !key) continue;
      const named = names.get(key) ?? [];
      named.push({ name: foldText(name), car });
      names.set(key, named);
    }
  }
  return (path) => {
    const parts = path.split(/[/\\]/).slice(-MOST_FOLDERS);
    const folders = parts.map((part) => part.slice(0, LONGEST_PART));
    const stem = (folders.pop() ?? "").replace(/\.[^.]*$/, "");
    const places = [...folders.reverse(), stem];
    for (const find of [findWhole, findBeginning]) {
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

/** No file system has longer names; a ZIP may claim any. */
const LONGEST_PART = 1000;
const MOST_FOLDERS = 50;

/** "1hg-cm826…" and "1HGCM826…" are one. */
function keyOf(text: string): string {
  return foldText(text).replaceAll(/[^a-z0-9]/g, "");
}

function findWhole(names: Names, place: string): Found {
  const key = keyOf(place);
  const cars = new Set<PhotoCar>();
  let last: { start: number; end: number } | null = null;
  for (const length of WHOLE) {
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
 * The vehicles that the beginning of a name, up to a separator, names: those that are written so,
 * else those that could be with other separators. It reads no further than the longest name.
 */
function findBeginning(names: Names, place: string): Found {
  const text = foldText(place);
  const longest = Math.max(...WHOLE);
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
 * What a file's name says besides its vehicle. One that is a stock number and no more is a number
 * of order all the same: "2.jpg" among the photos of "2".
 */
function restOf(names: Names, stem: string, car: PhotoCar): string {
  const whole = findWhole(names, stem);
  if (whole.cars.has(car)) return whole.rest;
  const beginning = findBeginning(names, stem);
  return beginning.cars.has(car) && keyOf(beginning.rest) !== "" ? beginning.rest : stem;
}

/** What stands behind so many letters and digits. */
function restAfter(text: string, count: number): string {
  const folded = foldText(text);
  const ends = [...folded.matchAll(/[a-z0-9]/g)].map(({ index }) => index + 1);
  return folded.slice(ends[count - 1]);
}

/** The number that a name begins with, else its last one. */
function orderOf(rest: string): number | null {
  const [, first] = /^[^a-z0-9]*(\d+)(?![a-z0-9])/i.exec(rest) ?? [];
  const number = first ?? rest.match(/\d+/g)?.at(-1);
  return number === undefined ? null : Number(number);
}

type Place = { order: number | null; path: string };

const byName = new Intl.Collator("es", { numeric: true });

/** Puts photos in the order that their names say; those without a number come last. */
export function comparePlaces(one: Place, other: Place): number {
  const numberOf = ({ order }: Place) => order ?? Number.MAX_SAFE_INTEGER;
  return numberOf(one) - numberOf(other) || byName.compare(one.path, other.path);
}
