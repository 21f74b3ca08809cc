import { z } from "zod";
import { Metadata } from "../accounts/metadata.ts";
import { type PresentedUser, presentUser } from "../accounts/present-user.ts";
import type { AuthContext } from "../auth-context.ts";
import { linkAddress } from "../links/one-time-token.ts";
import { type LinkType, prepareLink } from "../links/prepare-link.ts";
import { redirectTarget } from "../links/redirect-target.ts";
import { OptionalText, readRequiredEmail } from "../sessions/identifier.ts";
import { hashPassword } from "../sessions/password.ts";

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
}: {
  context: AuthContext;
  input: GenerateLinkInput;
}): Promise<GeneratedLink> {
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
