import type { AuthError } from "@supabase/supabase-js";
import { DecodeVinInput, VIN_UNKNOWN } from "#contract/decode-vin.ts";
import {
  ACCOUNT_INACTIVE,
  fail,
  NOT_AVAILABLE,
  NOT_SIGNED_IN,
  parseBody,
  type ServerFunction,
} from "../server-function.ts";

/**
 * POST decode-vin: what NHTSA's data says about a VIN, offline. For signed-in people only, whose
 * session must still live; a VIN that is not known is a business failure.
 */
const decodeVin: ServerFunction = async (request, { asCaller, identity, services }) => {
  if (identity.role !== "authenticated") return fail(NOT_SIGNED_IN, 401);
  const { error } = await asCaller.auth.getUser(bearerToken(request));
  if (error) return refuseCaller(error);

  const parsed = await parseBody(request, DecodeVinInput);
  if (!parsed.success) return fail(parsed.error.issues[0]?.message ?? VIN_UNKNOWN);
  const decoding = await services.decodeVin(parsed.data.vin);
  return decoding ? Response.json(decoding) : fail(VIN_UNKNOWN);
};

function refuseCaller({ code, status = 500 }: AuthError): Response {
  if (status >= 500) return fail(NOT_AVAILABLE, 503);
  return code === "user_banned" ? fail(ACCOUNT_INACTIVE, 403) : fail(NOT_SIGNED_IN, 401);
}

function bearerToken(request: Request): string {
  return (request.headers.get("authorization") ?? "").replace(/^bearer\s+/i, "");
}

export default decodeVin;
