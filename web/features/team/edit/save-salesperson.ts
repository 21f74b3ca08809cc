import type { SupabaseClient } from "@supabase/supabase-js";
import { z } from "zod";
import { callFunction, type FunctionResult } from "#web/api/call-function.ts";
import { requestErrorMessage } from "#web/api/request-error-message.ts";
import { teamMessages } from "../messages.ts";
import type { SalespersonChanges } from "./salesperson-input.ts";

/**
 * Writes name, phone, WhatsApp and portrait (docs/product/team.md); the rest of the config, which
 * the salesperson edits, too, stays. Returns the error text or null.
 */
export async function saveProfileAndCard(
  supabase: SupabaseClient,
  id: string,
  { fullName, ...card }: NonNullable<SalespersonChanges["profile"]>,
): Promise<string | null> {
  const columns = fullName === undefined ? {} : { full_name: fullName };
  const { data, error } = await supabase
    .rpc("save_profile", { p_id: id, p_columns: columns, p_config: { profile: card } })
    .select("id");
  if (error) return requestErrorMessage(error);
  return z.array(z.unknown()).parse(data).length > 0 ? null : teamMessages.noLongerInTeam;
}

/** The three independent writes of the edit form. */
export type Part = "profile" | "email" | "password";

/** Outcome of one write; `message` is the server's sentence, if any. */
export type PartOutcome =
  | { part: Part; saved: true }
  | { part: Part; saved: false; message: string };

/**
 * Writes the changes in order: name and card, e-mail (update-user-email-by-admin), password
 * (update-user-password-by-admin). A failed write does not stop the next. Never throws.
 */
export async function saveSalesperson(
  supabase: SupabaseClient,
  id: string,
  { profile, email, password }: SalespersonChanges,
): Promise<PartOutcome[]> {
  const outcomes: PartOutcome[] = [];
  if (profile) {
    const message = await saveProfileAndCard(supabase, id, profile);
    const part = "profile";
    outcomes.push(message === null ? { part, saved: true } : { part, saved: false, message });
  }
  if (email !== undefined) {
    const body = { userId: id, newEmail: email };
    const result = await callFunction(supabase, "update-user-email-by-admin", body);
    outcomes.push(readResult("email", result));
  }
  if (password !== undefined) {
    const body = { userId: id, newPassword: password };
    const result = await callFunction(supabase, "update-user-password-by-admin", body);
    outcomes.push(readResult("password", result));
  }
  return outcomes;
}

function readResult(part: Part, result: FunctionResult): PartOutcome {
  if (result.success) return { part, saved: true };
  return { part, saved: false, message: result.message };
}
