import type { AuthError } from "@supabase/supabase-js";
import { accountMessages } from "./messages.ts";

const { adminFailed, adminUnexpected, weakPassword } = accountMessages;

const reasons: Record<string, string> = {
  signup_disabled: accountMessages.adminExists,
  user_already_exists: accountMessages.phoneTaken,
  phone_exists: accountMessages.phoneTaken,
  validation_failed: accountMessages.phoneInvalid,
};

/** What a refused registration of the first admin says (GoTrue error codes). */
export function describeAdminFailure(error: Pick<AuthError, "code">): {
  title: string;
  description: string;
} {
  if (error.code === "weak_password") return weakPassword;
  const description = reasons[error.code ?? ""];
  return description ? { title: adminFailed.title, description } : adminUnexpected;
}
