import type { SupabaseClient } from "@supabase/supabase-js";
import type { output, ZodSafeParseResult, ZodType } from "zod";
import type { VinDecoding } from "#contract/decode-vin.ts";
import type { FunctionFailure } from "#contract/function-failure.ts";

/** The default export of functions/<name>/index.ts. */
export type ServerFunction = (
  request: Request,
  context: ServerFunctionContext,
) => Promise<Response>;

/**
 * What a server function gets besides the request. Both clients call this API in process:
 * `asCaller` with the caller's own token, so that row security decides; `asService` past it.
 */
export type ServerFunctionContext = {
  /** Their session was valid when the call came. Row security decides what they may do. */
  caller: FunctionCaller;
  asCaller: SupabaseClient;
  asService: SupabaseClient;
  services: FunctionServices;
  log: FunctionLog;
};

/** The database role of the caller's token; `id` is null for a visitor and for the service. */
export type FunctionCaller = {
  role: "anon" | "authenticated" | "service_role";
  id: string | null;
};

/** What functions need and the database cannot give. */
export type FunctionServices = {
  /** What a well-formed VIN says; null when it is not known. */
  decodeVin(vin: string): Promise<VinDecoding | null>;
  /**
   * A phone number as accounts store it (digits, country code first); null when it is none.
   * Without a country it is read with the platform's.
   */
  normalizePhone(typed: string, country?: string): string | null;
  /** The TXT records of a name in the DNS; null when no server answers. */
  readTextRecords(name: string): Promise<string[] | null>;
  /** Call it after a domain is verified, so that this process serves it from now on. */
  invalidateCustomDomains(): void;
};

export type FunctionLog = Record<
  "info" | "warn" | "error",
  (details: Record<string, unknown>, message: string) => void
>;

/** Refusals that any function may give. The texts are shown to people as they are. */
export const NOT_SIGNED_IN = "Tu sesión ha caducado. Por favor, inicia sesión de nuevo.";
export const ACCOUNT_INACTIVE = "Tu cuenta no está activa.";
export const INPUT_INVALID = "Los datos enviados no son válidos.";
export const NOT_AVAILABLE =
  "El servicio no está disponible en este momento. Por favor, inténtalo de nuevo más tarde.";

/**
 * A failure as supabase-js's caller reads it: a business failure is 200 with `{error}`, so that it
 * arrives as data; 401, 403 and 429 where the caller may not; 503 where the platform cannot.
 */
export function fail(error: string, status: 200 | 401 | 403 | 429 | 503 = 200): Response {
  return Response.json({ error } satisfies FunctionFailure, { status });
}

/**
 * The JSON body of a request as a schema reads it; what is no JSON is like no body at all. Where
 * the schema has no sentence of its own for a fault, as for a number in the place of a text, the
 * fault's is Spanish all the same.
 */
export async function parseBody<Schema extends ZodType>(
  request: Request,
  schema: Schema,
): Promise<ZodSafeParseResult<output<Schema>>> {
  const body: unknown = await request.json().catch(() => undefined);
  return schema.safeParse(body, { error: () => INPUT_INVALID });
}
