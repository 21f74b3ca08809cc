import { z } from "zod";
import { Profile } from "#web/session/session-user.ts";

const text = z.string().nullish();

/** A salesperson as read by the dealership; config keeps unknown keys. */
export const TeamMember = Profile.pick({
  id: true,
  full_name: true,
  email: true,
  phone: true,
  role: true,
  is_active: true,
  public_slug: true,
  dealership_id: true,
}).extend({
  config: z
    .looseObject({
      profile: z.looseObject({ logo: text, phone: text, whatsapp: text }).nullish(),
    })
    .nullish(),
});
export type TeamMember = z.infer<typeof TeamMember>;

export const TEAM_MEMBER_COLUMNS = Object.keys(TeamMember.shape).join(",");

/**
 * A salesperson's contact: the card's number, else the sign-in number (digits, country code first).
 */
export function salespersonContact({ email, phone, config }: TeamMember): {
  email: string | null;
  phone: string | null;
  whatsapp: string | null;
} {
  const shown = config?.profile;
  return {
    email: email || null,
    phone: phoneWithDigits(shown?.phone) ?? (phone ? `+${phone}` : null),
    whatsapp: phoneWithDigits(shown?.whatsapp),
  };
}

/** A number needs digits to be called. */
function phoneWithDigits(typed: string | null | undefined): string | null {
  return typed && /\d/.test(typed) ? typed : null;
}
