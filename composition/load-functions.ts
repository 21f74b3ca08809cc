import { readdir } from "node:fs/promises";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import type { Logger } from "pino";
import { z } from "zod";
import type { FunctionHandler } from "#backend";
import { NOT_AUTHENTICATED } from "#contract/function-failure.ts";
import { createVinDecoder } from "#functions/decode-vin/vin/vin-decoder.ts";
import {
  type FunctionServices,
  NOT_AVAILABLE,
  NOT_SIGNED_IN,
  type ServerFunction,
} from "#functions/server-function.ts";
import { createTextRecordReader } from "#functions/verify-custom-domain/dns/text-records.ts";

const folder = new URL("../functions/", import.meta.url);

/**
 * Loads every functions/<name>/index.ts by name. Throws if one has no function as its default
 * export.
 */
export async function loadFunctions(
  services: FunctionServices,
): Promise<Map<string, FunctionHandler>> {
  const entries = await readdir(fileURLToPath(folder), { withFileTypes: true });
  const names = entries.filter((entry) => entry.isDirectory()).map(({ name }) => name);
  const serve = async (name: string): Promise<[string, FunctionHandler]> => {
    const run = await load(name);
    return [
      name,
      (request, { identity: { role, claims }, ...context }) => {
        const id = role === "authenticated" ? (claims.sub ?? null) : null;
        return run(request, { ...context, caller: { role, id }, services });
      },
    ];
  };
  return new Map(await Promise.all(names.map(serve)));
}

const FunctionModule = z.object({
  default: z.custom<ServerFunction>((value) => typeof value === "function"),
});

async function load(name: string): Promise<ServerFunction> {
  const module: unknown = await import(new URL(`${name}/index.ts`, folder).href);
  const { data } = FunctionModule.safeParse(module);
  if (data) return data.default;
  throw new Error(`functions/${name}/index.ts has no function as its default export`);
}

/** Responses to calls that reach no function. */
export const refusals = {
  noToken: NOT_AUTHENTICATED,
  badToken: NOT_SIGNED_IN,
  unknownFunction: "Esta función no existe.",
  tooLarge: "Los datos enviados son demasiado grandes.",
  unavailable: NOT_AVAILABLE,
  fault: "Ocurrió un error en el servidor.",
};

type ServicesInput = Pick<FunctionServices, "normalizePhone" | "invalidateCustomDomains"> & {
  dataDir: string;
  dnsServers: readonly string[];
  log: Logger;
};

/**
 * Creates what functions need besides the database. `warm` unpacks the VIN data (about a second)
 * before the first request does.
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
      .catch((error: unknown) => log.error({ err: error }, "preparing the VIN data failed"));
  };
  return { services, warm, close: vinDecoder.close };
}
