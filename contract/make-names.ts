import { foldText } from "./text/fold-text.ts";

/** The spelling of each make, and other spellings that dealers and their programs use. */
const makes: Record<string, string> = {
  Acura: "",
  "Alfa Romeo": "alfa",
  "Aston Martin": "",
  Audi: "",
  Bentley: "",
  BMW: "bmw motorrad",
  Buick: "",
  BYD: "",
  Cadillac: "caddy",
  Chevrolet: "chevy, chev, chevi, chevrolete, chevrolet motors",
  Chery: "",
  Chrysler: "chry, crysler",
  Citroën: "",
  Dacia: "",
  Dodge: "",
  Ferrari: "",
  Fiat: "",
  Ford: "ford motor, ford motor company",
  Geely: "",
  Genesis: "",
  GMC: "gmc truck",
  "Great Wall": "gwm, great wall motors",
  Honda: "honda motor",
  Hummer: "",
  Hyundai: "hyundia, hiundai, hyunday, hundai, hyundai motors",
  Infiniti: "infinity",
  Isuzu: "",
  JAC: "",
  Jaguar: "jag",
  Jeep: "",
  Kia: "kia motors",
  Lamborghini: "",
  "Land Rover": "landrover",
  Lexus: "",
  Lincoln: "",
  Maserati: "",
  Mazda: "mazda motor",
  "Mercedes-Benz": "mercedes, mercedez, mercedez benz, mb, m benz, benz",
  Mercury: "",
  MG: "",
  MINI: "",
  Mitsubishi: "mitsu, mitsubichi, mitsubishi motors",
  Nissan: "nisan, nissan motor",
  Opel: "",
  Peugeot: "peugot",
  Pontiac: "",
  Porsche: "porche",
  Ram: "ram trucks",
  Renault: "",
  "Rolls-Royce": "",
  Saab: "",
  Saturn: "",
  Scion: "",
  Seat: "",
  Škoda: "",
  Smart: "",
  Subaru: "",
  Suzuki: "",
  Tesla: "tesla motors",
  Toyota: "toyota motor",
  Volkswagen: "vw, volks, volkswagon, wolkswagen, volswagen",
  Volvo: "",
};

/** Makes are compared without accents, case, spaces and punctuation. */
const keyOf = (make: string) => foldText(make).replaceAll(/[^\p{L}\p{N}]+/gu, "");

/** The keys of each make and of its other spellings; private.make_terms has the same. */
export const makeSpellings: ReadonlyMap<string, readonly string[]> = new Map(
  Object.entries(makes).map(([name, others]) => [
    keyOf(name),
    others
      .split(", ")
      .map(keyOf)
      .filter((other) => other !== "" && other !== keyOf(name)),
  ]),
);

const namesByKey: ReadonlyMap<string, string> = new Map(
  Object.entries(makes).flatMap(([name, others]) =>
    [name, ...others.split(", ")]
      .filter(Boolean)
      .map((one): [string, string] => [keyOf(one), name]),
  ),
);

/**
 * The usual spelling of a make: "VW" and "VOLKSWAGEN" give "Volkswagen". An unknown make is
 * returned trimmed.
 */
export function makeName(make: string): string {
  return namesByKey.get(keyOf(make)) ?? make.trim();
}

/** Whether a word is a make, in any of its spellings. */
export function isMake(word: string): boolean {
  return namesByKey.has(keyOf(word));
}

/** A key that is equal for all spellings of a make. */
export function makeKey(make: string): string {
  return foldText(makeName(make));
}
