import type { SupabaseClient } from "@supabase/supabase-js";
import { z } from "zod";
import type { EditUserForm } from "#contract/accounts/account-inputs.ts";
import { serverSentence } from "#web/api/server-sentence.ts";
import { adminMessages } from "../admin-messages.ts";

type Change = { before: EditUserForm; after: EditUserForm };
type Failed = { message: string; field: keyof EditUserForm | null };

/** How often a row that somebody else keeps changing is read again. */
const ATTEMPTS = 4;

const Current = z.object({
  updated_at: z.string(),
  config: z.looseObject({ features: z.looseObject({}).nullish() }),
});

/**
 * Writes the changed columns of a profile. The features are one corner of `config`, which its owner
 * edits too: they are put into the config as it is now, and written only if nobody wrote meanwhile.
 * Gives what to say when it failed. Never throws.
 */
export async function saveProfile(
  supabase: SupabaseClient,
  id: string,
  change: Change,
): Promise<Failed | null> {
  const columns = changedColumns(change);
  const features = changedFeatures(change);
  try {
    if (!features) {
      return Object.keys(columns).length > 0 ? await write(supabase, id, columns) : null;
    }
    for (let attempt = 0; attempt < ATTEMPTS; attempt += 1) {
      const outcome = await writeFeatures(supabase, id, { columns, features });
      if (outcome !== "overtaken") return outcome;
    }
    return { message: "Alguien más está cambiando esta cuenta. Inténtalo de nuevo.", field: null };
  } catch (error) {
    return { message: serverSentence(error), field: fieldOf(error, change) };
  }
}

async function write(
  supabase: SupabaseClient,
  id: string,
  columns: Record<string, unknown>,
): Promise<Failed | null> {
  const { data, error } = await supabase.from("profiles").update(columns).eq("id", id).select("id");
  if (error) throw error;
  return data.length > 0 ? null : gone;
}

async function writeFeatures(
  supabase: SupabaseClient,
  id: string,
  { columns, features }: { columns: Record<string, unknown>; features: Record<string, boolean> },
): Promise<Failed | null | "overtaken"> {
  const read = await supabase
    .from("profiles")
    .select("updated_at,config")
    .eq("id", id)
    .maybeSingle();
  if (read.error) throw read.error;
  if (!read.data) return gone;
  const { updated_at, config } = Current.parse(read.data);
  const { data, error } = await supabase
    .from("profiles")
    .update({ ...columns, config: { ...config, features: { ...config.features, ...features } } })
    .eq("id", id)
    .eq("updated_at", updated_at)
    .select("id");
  if (error) throw error;
  return data.length > 0 ? null : "overtaken";
}

const gone: Failed = { message: adminMessages.userMissing.description, field: null };

function changedColumns({ before, after }: Change): Record<string, unknown> {
  const dealershipOf = ({ role, dealershipId }: EditUserForm) =>
    role === "vendedor" && dealershipId ? dealershipId : null;
  return {
    ...(before.fullName === after.fullName ? {} : { full_name: after.fullName }),
    ...(before.role === after.role ? {} : { role: after.role }),
    ...(before.isActive === after.isActive ? {} : { is_active: after.isActive }),
    ...(dealershipOf(before) === dealershipOf(after) ? {} : { dealership_id: dealershipOf(after) }),
  };
}

function changedFeatures({ before, after }: Change): Record<string, boolean> | null {
  const changed = (["canAddVehicles", "canEditPublicPage"] as const).filter(
    (feature) => before[feature] !== after[feature],
  );
  if (changed.length === 0) return null;
  return Object.fromEntries(changed.map((feature) => [feature, after[feature]]));
}

/**
 * The box that a refusal is about: the dealership that is none any more, else the role or the state
 * that was changed.
 */
function fieldOf(error: unknown, { before, after }: Change): keyof EditUserForm | null {
  const { code } = z.object({ code: z.string() }).catch({ code: "" }).parse(error);
  if (code === "23503" || code === "23514") return "dealershipId";
  if (code !== "P0001") return null;
  if (before.role !== after.role) return "role";
  return before.isActive === after.isActive ? null : "isActive";
}
