import { join } from "node:path";
import type { Logger } from "pino";
import type { FunctionServices } from "#contract/function-context.ts";
import { createVinDecoder } from "./decode-vin/vin/vin-decoder.ts";
import { createTextRecordReader } from "./verify-custom-domain/dns/text-records.ts";

type ServicesInput = Pick<FunctionServices, "normalizePhone" | "forgetOwnHosts"> & {
  dataDir: string;
  dnsServers: readonly string[];
  log: Logger;
};

/**
 * What functions need and the database cannot give. `warm` does what the first decoding would
 * otherwise wait for: it unpacks the VIN data for about a second.
 */
export function createServices({ dataDir, dnsServers, log, ...given }: ServicesInput) {
  const vinDecoder = createVinDecoder({ folder: join(dataDir, "vin"), log });
  const services: FunctionServices = {
    ...given,
    decodeVin: vinDecoder.decode,
    readTextRecords: createTextRecordReader(dnsServers),
  };
  const warm = (): void => {
    vinDecoder
      .warm()
      .catch((error: unknown) => log.error({ err: error }, "VIN data cannot be prepared"));
  };
  return { services, warm, close: vinDecoder.close };
}
