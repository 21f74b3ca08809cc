import type { SupabaseClient } from "@supabase/supabase-js";
import type { output, ZodSafeParseResult, ZodType } from "zod";
import type {
  ServerFunction as AnyServerFunction,
  FunctionFailure,
  Identity,
} from "#contract/function-context.ts";

/**
 * The default export of functions/<name>/index.ts: a request and its context in, the answer out.
 */
export type ServerFunction = AnyServerFunction<SupabaseClient>;

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
 * The signed-in person who calls, for what a function does in the platform's name; null for a
 * visitor.
 */
export function callerId({ role, claims }: Identity): string | null {
  return role === "authenticated" ? (claims.sub ?? null) : null;
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
