import type { SupabaseClient } from "@supabase/supabase-js";
import { z } from "zod";
import type { EditUserForm } from "#contract/accounts/account-inputs.ts";
import { requestErrorMessage } from "#web/api/request-error-message.ts";
import { adminMessages } from "../admin-messages.ts";

type Change = { before: EditUserForm; after: EditUserForm };
type Failed = { message: string; field: keyof EditUserForm | null };

/**
 * Writes the changed columns and features of a profile, leaving the rest of `config` to its owner.
 * Returns the error text or null. Never throws.
 */
export async function saveProfile(
  supabase: SupabaseClient,
  id: string,
  change: Change,
): Promise<Failed | null> {
  const columns = changedColumns(change);
  const features = changedFeatures(change);
  if (!features && Object.keys(columns).length === 0) return null;
  const config = features ? { features } : {};
  try {
    const { data, error } = await supabase
      .rpc("save_profile", { p_id: id, p_columns: columns, p_config: config })
      .select("id");
    if (error) throw error;
    return z.array(z.unknown()).parse(data).length > 0 ? null : accountMissing;
  } catch (error) {
    return { message: requestErrorMessage(error), field: fieldOf(error, change) };
  }
}

const accountMissing: Failed = { message: adminMessages.userMissing.description, field: null };

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
 * The field of a refusal: the dealership if it no longer exists, else the changed role or status.
 */
function fieldOf(error: unknown, { before, after }: Change): keyof EditUserForm | null {
  const { code } = z.object({ code: z.string() }).catch({ code: "" }).parse(error);
  if (code === "23503" || code === "23514") return "dealershipId";
  if (code !== "P0001") return null;
  if (before.role !== after.role) return "role";
  return before.isActive === after.isActive ? null : "isActive";
}
