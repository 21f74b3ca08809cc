import { z } from "zod";
import { Metadata } from "../accounts/metadata.ts";
import { type PresentedUser, presentUser } from "../accounts/present-user.ts";
import type { AuthContext } from "../auth-context.ts";
import { prepareLink } from "../links/prepare-link.ts";
import { queueMail } from "../links/queue-mail.ts";
import { redirectTarget } from "../links/redirect-target.ts";
import { OptionalText, readRequiredEmail } from "../sessions/identifier.ts";

/** Body of POST invite. */
export const InviteInput = z.object({ email: OptionalText, data: Metadata });
export type InviteInput = z.output<typeof InviteInput>;

/**
 * Opens an account without a password and queues the mail that leads its owner in (GoTrue's
 * Invite), both or neither. Like every new account it waits for an administrator. Who is invited
 * again before following the link gets a new one. Throws email_exists for a confirmed account.
 */
export async function inviteUser({
  context,
  input: { email: typed, data, redirectTo },
}: {
  context: AuthContext;
  input: InviteInput & { redirectTo: string | undefined };
}): Promise<PresentedUser> {
  const email = readRequiredEmail(typed);
  const target = redirectTarget(context.config.siteUrl, redirectTo);
  return context.transaction(async (transaction) => {
    const { token, user } = await prepareLink(transaction, {
      type: "invite",
      email,
      encryptedPassword: "",
      userMetadata: data,
    });
    const link = { token, redirectTo: target };
    await queueMail(transaction, "invitation", { id: user.id, email }, link);
    return presentUser(user);
  });
}
