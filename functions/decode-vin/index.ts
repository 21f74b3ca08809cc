import { setImmediate } from "node:timers/promises";
import type { AuthError } from "@supabase/supabase-js";
import {
  DecodeVinInput,
  VIN_UNKNOWN,
  VIN_UNKNOWN_CODE,
  type VinDecoding,
  type VinDecodings,
} from "#contract/decode-vin.ts";
import type { FunctionFailure } from "#contract/function-failure.ts";
import type { FunctionServices } from "../server-function.ts";
import {
  ACCOUNT_INACTIVE,
  fail,
  NOT_AVAILABLE,
  NOT_SIGNED_IN,
  parseBody,
  type ServerFunction,
} from "../server-function.ts";

/**
 * POST decode-vin: decodes a VIN, or a list of them, with NHTSA's data, offline. Only for users
 * with a live session. A single unknown VIN is a business failure; in a list it is null.
 */
const decodeVin: ServerFunction = async (request, { asCaller, caller, services }) => {
  if (caller.role !== "authenticated") return fail(NOT_SIGNED_IN, 401);
  const { error } = await asCaller.auth.getUser(bearerToken(request));
  if (error) return refuseCaller(error);

  const parsed = await parseBody(request, DecodeVinInput);
  if (!parsed.success) return fail(parsed.error.issues[0]?.message ?? VIN_UNKNOWN);
  if ("vins" in parsed.data) return Response.json(await decodeAll(parsed.data.vins, services));
  const decoding = await services.decodeVin(parsed.data.vin);
  if (decoding) return Response.json(decoding);
  return Response.json({ error: VIN_UNKNOWN, code: VIN_UNKNOWN_CODE } satisfies FunctionFailure);
};

/**
 * Decodes one VIN at a time and yields to other requests in between: each blocks the process for a
 * while.
 */
async function decodeAll(vins: string[], services: FunctionServices): Promise<VinDecodings> {
  const decodings: (VinDecoding | null)[] = [];
  for (const vin of vins) {
    decodings.push(await services.decodeVin(vin));
    await setImmediate();
  }
  return { decodings };
}

function refuseCaller({ code, status = 500 }: AuthError): Response {
  if (status >= 500) return fail(NOT_AVAILABLE, 503);
  return code === "user_banned" ? fail(ACCOUNT_INACTIVE, 403) : fail(NOT_SIGNED_IN, 401);
}

function bearerToken(request: Request): string {
  return (request.headers.get("authorization") ?? "").replace(/^bearer\s+/i, "");
}

export default decodeVin;
