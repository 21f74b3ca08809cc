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
 * What a server function receives besides the request. Both clients call this API in process:
 * `asCaller` with the caller's token, under row security; `asService` bypasses it.
 */
export type ServerFunctionContext = {
  /** The caller's session was valid at the start of the call. Row security checks permissions. */
  caller: FunctionCaller;
  asCaller: SupabaseClient;
  asService: SupabaseClient;
  services: FunctionServices;
  log: FunctionLog;
};

/** The database role of the caller's token. `id` is null for a visitor and for the service. */
export type FunctionCaller = {
  role: "anon" | "authenticated" | "service_role";
  id: string | null;
};

/** What functions need besides the database. */
export type FunctionServices = {
  /** Decodes a well-formed VIN; null if it is unknown. */
  decodeVin(vin: string): Promise<VinDecoding | null>;
  /**
   * A phone number as accounts store it (digits, country code first), or null. Without a country
   * the platform's default applies.
   */
  normalizePhone(typed: string, country?: string): string | null;
  /** The TXT records of a DNS name; null if no server responds. */
  readTextRecords(name: string): Promise<string[] | null>;
  /** Call this after a domain is verified, so that this process serves it immediately. */
  invalidateCustomDomains(): void;
};

export type FunctionLog = Record<
  "info" | "warn" | "error",
  (details: Record<string, unknown>, message: string) => void
>;

/** Errors that any function may return. The texts are shown to users. */
export const NOT_SIGNED_IN = "Tu sesión ha caducado. Por favor, inicia sesión de nuevo.";
export const ACCOUNT_INACTIVE = "Tu cuenta no está activa.";
export const INPUT_INVALID = "Los datos enviados no son válidos.";
export const NOT_AVAILABLE =
  "El servicio no está disponible en este momento. Por favor, inténtalo de nuevo más tarde.";

/**
 * A failure in the form that supabase-js expects: 200 with `{error}` for a business failure, so
 * that it arrives as data; 401, 403 or 429 if the caller may not; 503 if the platform is
 * unavailable.
 */
export function fail(error: string, status: 200 | 401 | 403 | 429 | 503 = 200): Response {
  return Response.json({ error } satisfies FunctionFailure, { status });
}

/**
 * Parses a JSON body with a schema; invalid JSON counts as no body. Issues without a message of
 * their own, such as a number instead of a text, get a Spanish default.
 */
export async function parseBody<Schema extends ZodType>(
  request: Request,
  schema: Schema,
): Promise<ZodSafeParseResult<output<Schema>>> {
  const body: unknown = await request.json().catch(() => undefined);
  return schema.safeParse(body, { error: () => INPUT_INVALID });
}
