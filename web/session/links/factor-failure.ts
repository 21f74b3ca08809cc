import type { AuthError } from "@supabase/supabase-js";
import { sessionMessages } from "#web/api/messages.ts";

const { codeFailed } = sessionMessages;

const sentences: Record<string, string> = {
  over_request_rate_limit: codeFailed.tooMany,
  mfa_recovery_codes_locked: codeFailed.tooMany,
  mfa_factor_not_found: codeFailed.factorGone,
  mfa_challenge_expired: codeFailed.expired,
};

/** The message for a rejected second factor, by GoTrue's error code; `kind` is the code typed. */
export function describeFactorFailure(
  { code = "" }: Pick<AuthError, "code">,
  kind: "app" | "recovery",
): string {
  if (code === "mfa_verification_failed") {
    return kind === "app" ? codeFailed.wrong : codeFailed.wrongRecovery;
  }
  return sentences[code] ?? codeFailed.unexpected;
}
