import type { AuthError } from "@supabase/supabase-js";
import { hasNoResponse, noResponseMessage } from "#web/api/request-error-message.ts";
import { accountMessages } from "../messages.ts";
import { recoveryMessages } from "./messages.ts";

type Failure = Pick<AuthError, "code" | "message" | "name" | "status">;

const mailReasons: Record<string, string> = {
  over_email_send_rate_limit: recoveryMessages.tooManyMails,
  over_request_rate_limit: recoveryMessages.tooMany,
};

/** Notice for a mail that could not be requested (docs/product/accounts.md). */
export function describeMailFailure(error: Failure): { title: string; description: string } {
  const reason = mailReasons[error.code ?? ""];
  return { ...recoveryMessages.sendFailed, description: reason ?? userMessageOf(error) };
}

/**
 * Error of a refused new password; at the field if the password is at fault (GoTrue error codes).
 */
export function describeUpdateFailure(error: Failure): {
  title: string;
  description: string;
  field?: string;
} {
  const { weakPassword } = accountMessages;
  if (error.code === "weak_password") return { ...weakPassword, field: weakPassword.description };
  const { updateFailed, samePassword, expired } = recoveryMessages;
  if (error.code === "same_password") {
    return { title: updateFailed.title, description: samePassword, field: samePassword };
  }
  if (error.name === "AuthSessionMissingError") return expired;
  return hasNoResponse(error)
    ? { title: updateFailed.title, description: noResponseMessage() }
    : updateFailed;
}

function userMessageOf(error: Failure): string {
  if (error.code === "refused_by_database") return error.message;
  return hasNoResponse(error) ? noResponseMessage() : recoveryMessages.unexpected;
}
