import { z } from "zod";
import { Metadata } from "../accounts/metadata.ts";
import { type PresentedUser, presentUser } from "../accounts/user.ts";
import type { AuthCall } from "../auth-context.ts";
import { linkAddress, redirectTarget } from "../links/link.ts";
import { type LinkType, prepareLink } from "../links/prepare-link.ts";
import { queueMail } from "../links/send-link.ts";
import { OptionalText, readRequiredEmail } from "../sessions/identifier.ts";
import { hashPassword } from "../sessions/password.ts";

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
}: AuthCall<InviteInput & { redirectTo: string | undefined }>): Promise<PresentedUser> {
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

/**
 * Body of POST admin/generate_link. An address is changed by an administrator and not by a link.
 */
export const GenerateLinkInput = z
  .object({
    type: z.enum(["signup", "invite", "magiclink", "recovery"], {
      error: "Invalid email action link type requested",
    }),
    email: OptionalText,
    password: OptionalText,
    data: Metadata,
    redirect_to: OptionalText,
  })
  .refine(
    ({ type, password }) => type !== "signup" || password !== "",
    "Signup requires a valid password",
  );
export type GenerateLinkInput = z.output<typeof GenerateLinkInput>;

/**
 * An account, and the link to it that the service delivers itself. The client calls everything but
 * the account its properties.
 */
export type GeneratedLink = PresentedUser & {
  action_link: string;
  email_otp: string;
  hashed_token: string;
  verification_type: LinkType;
  redirect_to: string;
};

/**
 * A link that works once within the hour, for a service that writes its own mails; none is sent
 * from here (GoTrue's adminGenerateLink). There is no short code, which could be guessed:
 * `email_otp` and `hashed_token` are both the link's token. Throws what `prepareLink` throws, and
 * weak_password.
 */
export async function generateLink({
  context,
  input: { type, email, password, data, redirect_to },
}: AuthCall<GenerateLinkInput>): Promise<GeneratedLink> {
  const wish = {
    type,
    email: readRequiredEmail(email),
    encryptedPassword: type === "signup" ? await hashPassword(context, password) : "",
    userMetadata: data,
  };
  const link = await context.transaction((transaction) => prepareLink(transaction, wish));
  const { siteUrl } = context.config;
  const target = redirectTarget(siteUrl, redirect_to);
  return {
    ...presentUser(link.user),
    action_link: linkAddress(siteUrl, { type: link.type, token: link.token, target }),
    email_otp: link.token,
    hashed_token: link.token,
    verification_type: link.type,
    redirect_to: target,
  };
}
