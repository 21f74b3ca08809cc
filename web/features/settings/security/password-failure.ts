import type { AuthError } from "@supabase/supabase-js";
import { securityMessages } from "../messages.ts";
import { factorMessages } from "./security-messages.ts";

const sentences: Record<string, string> = {
  same_password: securityMessages.samePassword,
  weak_password: securityMessages.weakPassword,
};
const notices: Record<string, string> = {
  session_not_found: securityMessages.sessionEnded,
  bad_jwt: securityMessages.sessionEnded,
  over_request_rate_limit: securityMessages.tooMany,
  insufficient_aal: factorMessages.weakSession,
};

/**
 * What a refused password change says: at the field if the password is at fault, else in the notice
 * (GoTrue error codes).
 */
export function describePasswordFailure({ code = "" }: Pick<AuthError, "code">): {
  field?: string;
  notice: { title: string; description: string };
} {
  const { passwordFailed } = securityMessages;
  const field = sentences[code];
  if (field) return { field, notice: { title: passwordFailed.description, description: field } };
  const description = notices[code];
  return {
    notice: description ? { title: passwordFailed.description, description } : passwordFailed,
  };
}
