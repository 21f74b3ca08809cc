import type { SupabaseClient } from "@supabase/supabase-js";
import { z } from "zod";
import { callFunction, type FunctionResult } from "#web/api/call-function.ts";
import { sessionMessages } from "#web/api/messages.ts";
import { serverSentence } from "#web/api/server-sentence.ts";
import { teamMessages } from "../messages.ts";
import type { SalespersonChanges } from "./salesperson-input.ts";

const Stored = z.object({
  config: z.looseObject({ profile: z.looseObject({}).nullish() }).nullish(),
  updated_at: z.string(),
});
/** How often somebody else may save between our look and our write. */
const MOST_ATTEMPTS = 5;

/**
 * Writes name, phone, WhatsApp and portrait (product section 7). config is one value that the
 * salesperson edits too: it is read again, only what changed is put in, and the write holds only if
 * nobody wrote since. Of a stranger's public row nobody reads updated_at. Gives the failure's
 * sentence, or null.
 */
export async function saveCard(
  supabase: SupabaseClient,
  id: string,
  { fullName, ...card }: NonNullable<SalespersonChanges["profile"]>,
): Promise<string | null> {
  const columns = fullName === undefined ? {} : { full_name: fullName };
  for (let attempt = 0; attempt < MOST_ATTEMPTS; attempt += 1) {
    const look = await supabase
      .from("profiles")
      .select("config,updated_at")
      .eq("id", id)
      .not("updated_at", "is", null);
    if (look.error) return serverSentence(look.error);
    const [stored] = z.array(Stored).parse(look.data);
    if (!stored) return teamMessages.noLongerInTeam;
    const config = { ...stored.config, profile: { ...stored.config?.profile, ...card } };
    const write = await supabase
      .from("profiles")
      .update({ ...columns, config })
      .eq("id", id)
      .eq("updated_at", stored.updated_at)
      .select("id");
    if (write.error) return serverSentence(write.error);
    if (write.data.length > 0) return null;
  }
  return sessionMessages.noAnswer;
}

/** The three writes of the edit form, each of which holds or fails by itself. */
export type Part = "profile" | "email" | "password";

/** How one write ended; `message` is the server's own sentence where it gave one. */
export type PartOutcome =
  | { part: Part; saved: true }
  | { part: Part; saved: false; message: string };

/**
 * Writes what was changed, one write after the other: name and card, e-mail
 * (update-user-email-by-admin), password (update-user-password-by-admin). A write that fails does
 * not keep the next from being tried. Never throws.
 */
export async function saveSalesperson(
  supabase: SupabaseClient,
  id: string,
  { profile, email, password }: SalespersonChanges,
): Promise<PartOutcome[]> {
  const outcomes: PartOutcome[] = [];
  if (profile) {
    const message = await saveCard(supabase, id, profile);
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
