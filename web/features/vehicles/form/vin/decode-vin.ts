import type { SupabaseClient } from "@supabase/supabase-js";
import { z } from "zod";
import { VIN_UNKNOWN, VinDecoding } from "#contract/decode-vin.ts";

/** How asking about a VIN ended. */
export type DecodeOutcome =
  | { name: "decoded"; decoding: VinDecoding }
  | { name: "unknown"; text: string }
  | { name: "failed"; text: string };

const Failure = z.object({ error: z.string() });

/** Asks the server function decode-vin. Never throws. */
export async function decodeVin(supabase: SupabaseClient, vin: string): Promise<DecodeOutcome> {
  const { data, error } = await supabase.functions.invoke("decode-vin", { body: { vin } });
  if (error) return { name: "failed", text: (await wordsOf(error)) ?? NO_ANSWER };
  const decoding = VinDecoding.safeParse(data);
  if (decoding.success) return { name: "decoded", decoding: decoding.data };
  return { name: "unknown", text: Failure.safeParse(data).data?.error ?? VIN_UNKNOWN };
}

const NO_ANSWER = "No se pudo consultar el VIN. Revisa tu conexión e inténtalo de nuevo.";

async function wordsOf(error: { context?: unknown }): Promise<string | null> {
  if (!(error.context instanceof Response)) return null;
  const body: unknown = await error.context.json().catch(() => null);
  return Failure.safeParse(body).data?.error ?? null;
}
