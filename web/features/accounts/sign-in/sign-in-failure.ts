import type { AuthError } from "@supabase/supabase-js";
import { accountMessages } from "../messages.ts";

const { signInFailed, unexpected } = accountMessages;

const reasons: Record<string, string> = {
  invalid_credentials: signInFailed.wrong,
  validation_failed: signInFailed.wrong,
  email_not_confirmed: signInFailed.unconfirmed,
  phone_not_confirmed: signInFailed.unconfirmed,
  user_banned: signInFailed.inactive,
  over_request_rate_limit: signInFailed.tooMany,
};

/**
 * What a failed sign-in says: the reason under one title, or 'Error' when the server did not decide
 * (GoTrue error codes).
 */
export function describeSignInFailure(error: Pick<AuthError, "code">): {
  title: string;
  description: string;
} {
  const description = reasons[error.code ?? ""];
  return description ? { title: signInFailed.title, description } : unexpected;
}
