import { z } from "zod";
import { type PresentedUser, presentUser } from "../accounts/user.ts";
import type { AuthContext } from "../auth-context.ts";
import { linkAddress, prepareLink, redirectTarget } from "../links/link.ts";
import { queueMail } from "../links/send-link.ts";
import { Metadata, OptionalText, readRequiredEmail } from "../read-input.ts";
import { hashPassword } from "../sessions/password.ts";

/** Body of POST invite. */
export const InviteInput = z.object({ email: OptionalText, data: Metadata });
export type InviteInput = z.output<typeof InviteInput>;

/** Creates an account without a password and queues its invitation mail, in one transaction. */
export async function inviteUser(
  context: AuthContext,
  { email: typed, data }: InviteInput,
  redirectTo: string | undefined,
): Promise<PresentedUser> {
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

/** Body of POST admin/generate_link. Links that change an address are not supported. */
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
 * For services that send their own mails. `email_otp` is the whole token, because a short code
 * could be guessed.
 */
export async function generateLink(
  context: AuthContext,
  { type, email, password, data }: GenerateLinkInput,
  redirectTo: string | undefined,
) {
  const request = {
    type,
    email: readRequiredEmail(email),
    encryptedPassword: type === "signup" ? await hashPassword(context, password) : "",
    userMetadata: data,
  };
  const link = await context.transaction((transaction) => prepareLink(transaction, request));
  const { siteUrl } = context.config;
  const target = redirectTarget(siteUrl, redirectTo);
  return {
    ...presentUser(link.user),
    action_link: linkAddress(siteUrl, { type: link.type, token: link.token, target }),
    email_otp: link.token,
    hashed_token: link.token,
    verification_type: link.type,
    redirect_to: target,
  };
}
