import type { PostgrestSingleResponse, SupabaseClient } from "@supabase/supabase-js";
import { z } from "zod";
import type { FunctionFailure } from "#contract/function-failure.ts";
import type { FunctionLog, FunctionServices } from "./server-function.ts";
import { INPUT_INVALID, NOT_AVAILABLE } from "./server-function.ts";

/** The default error message of the form (docs/product/leads.md). */
export const LEAD_FAILED = "Ocurrió un error en el servidor.";

/** Retry-After in seconds for a rate-limited visitor. */
const pauseSeconds = "600";

/** Outcomes of public.receive_lead and public.receive_referral for a lead that was not stored. */
const refusals = new Map<unknown, [status: number, error: string]>([
  [
    "limited",
    [
      429,
      "Has enviado muchas solicitudes en poco tiempo. Por favor, espera unos minutos o llama por teléfono.",
    ],
  ],
  ["no_recipient", [400, "Este concesionario o vendedor ya no recibe solicitudes."]],
  ["no_vehicle", [400, "Este vehículo ya no está disponible."]],
]);

/** The response to a stored lead. A repeated submission is a success too. */
export function answerLead(
  { data, error, status }: PostgrestSingleResponse<unknown>,
  log: FunctionLog,
): Response {
  if (!error && (data === "stored" || data === "repeated")) return accept();
  const refusal = error ? undefined : refusals.get(data);
  if (refusal) return refuseLead(refusal[1], refusal[0]);
  log.warn({ code: error?.code, status }, "lead not stored");
  if (error?.code === "23514" || error?.code === "22P02") return refuseLead(INPUT_INVALID, 400);
  return status >= 500 ? refuseLead(NOT_AVAILABLE, 503) : refuseLead(LEAD_FAILED, 500);
}

/**
 * The success response. Also sent to a bot that filled in the hidden field, so that it learns
 * nothing.
 */
export function accept(): Response {
  return Response.json({ success: true });
}

/** An error response that the form can display. */
export function refuseLead(error: string, status: number): Response {
  const headers: Record<string, string> = status === 429 ? { "Retry-After": pauseSeconds } : {};
  return Response.json({ error } satisfies FunctionFailure, { status, headers });
}

/** The country for parsing a lead's phones: the dealership's, undefined if not set. */
export async function countryOf(
  asService: SupabaseClient,
  recipientId: string,
): Promise<string | undefined> {
  const { data } = await asService
    .from("profiles")
    .select(
      "own:config->profile->>country,dealership:dealership_id(country:config->profile->>country)",
    )
    .eq("id", recipientId)
    .retry(false)
    .maybeSingle();
  const found = Countries.safeParse(data).data;
  return (found?.dealership ? found.dealership.country : found?.own) || undefined;
}

const Countries = z.object({
  own: z.string().nullish(),
  dealership: z.object({ country: z.string().nullish() }).nullish(),
});

/**
 * A phone number with its country code, as WhatsApp links need it; unchanged if it cannot be
 * parsed.
 */
export function writePhone(
  typed: string | null,
  normalize: FunctionServices["normalizePhone"],
  country?: string,
): string | null {
  const digits = typed && normalize(typed, country);
  return digits ? `+${digits}` : typed;
}
