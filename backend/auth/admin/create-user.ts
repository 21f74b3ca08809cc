import { randomBytes } from "node:crypto";
import { findUser } from "../accounts/find-user.ts";
import { insertUser } from "../accounts/insert-user.ts";
import type { PresentedUser } from "../accounts/present-user.ts";
import type { AuthContext } from "../auth-context.ts";
import { proveEmail } from "../links/prove-email.ts";
import { readEmail, readPhone } from "../sessions/identifier.ts";
import { hashPassword } from "../sessions/password.ts";
import type { CreateUserInput } from "./admin-user-input.ts";
import { setBan } from "./set-ban.ts";

/**
 * Opens an account for the service (GoTrue's adminUserCreate). Throws email_exists, phone_exists,
 * weak_password.
 */
export async function createUser({
  context,
  input,
}: {
  context: AuthContext;
  input: CreateUserInput;
}): Promise<PresentedUser> {
  const newUser = {
    id: input.id ?? undefined,
    email: readEmail(input.email),
    phone: readPhone(context, input.phone),
    encryptedPassword: await encryptFirstPassword(context, input),
    isEmailConfirmed: input.email_confirm,
    isPhoneConfirmed: input.phone_confirm,
    userMetadata: input.user_metadata,
    appMetadata: input.app_metadata,
  };
  return context.transaction(async (transaction) => {
    const { email, phone } = newUser;
    await context.hooks.beforeUserSaved(transaction.sql, {
      act: "create",
      userId: null,
      email,
      phone,
    });
    const user = await insertUser(transaction, newUser);
    if (input.email_confirm) await proveEmail(transaction, user.id);
    await setBan(transaction, user.id, input.ban_duration);
    return findUser({ context: transaction, input: user });
  });
}

/** Without a password the account gets one that nobody knows, as GoTrue does. */
function encryptFirstPassword(
  context: AuthContext,
  { password, password_hash }: CreateUserInput,
): Promise<string> {
  if (password_hash !== "") return Promise.resolve(password_hash);
  return hashPassword(context, password === "" ? randomBytes(32).toString("base64url") : password);
}
