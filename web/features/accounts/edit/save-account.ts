import type { SupabaseClient } from "@supabase/supabase-js";
import type { EditUserForm } from "#contract/accounts/account-inputs.ts";
import { callFunction } from "#web/api/call-function.ts";
import { adminMessages } from "../admin-messages.ts";
import { saveProfile } from "./save-profile.ts";

/** Parts that are saved one after the other: the profile row, then the sign-in data. */
export type AccountPart = "profile" | "email" | "password";

/** A part with its changed fields. */
type Part = { part: AccountPart; fields: (keyof EditUserForm)[] };

type PartFailure = Part & { title: string; message: string; field: keyof EditUserForm | null };

/** The saved and the failed parts; unchanged parts are in neither. */
export type SaveOutcome = { saved: Part[]; failures: PartFailure[] };

/**
 * Saves the difference between two states of the form. A failed part does not stop the next one;
 * the outcome lists which were saved. Never throws.
 */
export async function saveAccount(
  supabase: SupabaseClient,
  id: string,
  { before, after }: { before: EditUserForm; after: EditUserForm },
): Promise<SaveOutcome> {
  const steps = [
    { part: "profile", save: () => saveProfile(supabase, id, { before, after }) },
    {
      part: "email",
      save: () =>
        call(supabase, "update-user-email-by-admin", "email", {
          userId: id,
          newEmail: after.email,
        }),
    },
    {
      part: "password",
      save: () =>
        call(supabase, "update-user-password-by-admin", "newPassword", {
          userId: id,
          newPassword: after.newPassword,
        }),
    },
  ] as const;
  const outcome: SaveOutcome = { saved: [], failures: [] };
  for (const { part, save } of steps) {
    const fields = fieldsByPart[part].filter((field) => before[field] !== after[field]);
    if (fields.length === 0) continue;
    const failed = await save();
    if (failed) outcome.failures.push({ part, fields, title: titles[part], ...failed });
    else outcome.saved.push({ part, fields });
  }
  return outcome;
}

/** The error of a part and the field that shows it. */
type Failed = Pick<PartFailure, "message" | "field">;

const titles: Record<AccountPart, string> = {
  profile: adminMessages.profileFailed,
  email: adminMessages.emailFailed,
  password: adminMessages.passwordFailed,
};

/** Form fields of each part. */
const fieldsByPart: Record<AccountPart, (keyof EditUserForm)[]> = {
  profile: ["fullName", "role", "isActive", "dealershipId", "canAddVehicles", "canEditPublicPage"],
  email: ["email"],
  password: ["newPassword"],
};

async function call(
  supabase: SupabaseClient,
  name: string,
  field: keyof EditUserForm,
  body: Record<string, unknown>,
): Promise<Failed | null> {
  const result = await callFunction(supabase, name, body);
  if (result.success) return null;
  return { message: result.message, field };
}
