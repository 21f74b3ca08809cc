import type { User } from "@supabase/supabase-js";
import { z } from "zod";

const text = z.string().nullish();

/** The part of a profile's config that the shell reads; other keys are kept. */
const ProfileConfig = z.looseObject({
  profile: z.looseObject({ name: text, logo: text, whatsapp: text, country: text }).nullish(),
  page_style: z.looseObject({ accent_color: text }).nullish(),
  features: z
    .looseObject({
      canAddVehicles: z.boolean().nullish(),
      canEditPublicPage: z.boolean().nullish(),
    })
    .nullish(),
  /**
   * Whether the dealership dismissed its first steps. It writes this itself, so any value is
   * possible.
   */
  first_steps: z.looseObject({ hidden: z.boolean().nullish() }).nullish().catch(null),
});

/** A row of `profiles` as its owner or an admin reads it (docs/product/accounts.md). */
export const Profile = z.object({
  id: z.string(),
  full_name: text,
  email: text,
  phone: text,
  /** admin, concesionario or vendedor; other roles are passed through. */
  role: z.string(),
  is_active: z.boolean().nullish(),
  public_slug: text,
  dealership_id: text,
  custom_domain: text,
  vehicle_count: z.number().nullish(),
  config: ProfileConfig.nullish(),
  /** The units of a salesperson's dealership. */
  employer: z
    .object({ currency: text, distance: text, zone: text, country: text.optional() })
    .nullish(),
});
export type Profile = z.infer<typeof Profile>;

/** The columns with a dealership's units. */
export const UNITS_COLUMNS =
  "currency:public_config->profile->>currency,distance:public_config->profile->>distance," +
  "zone:public_config->profile->hours->>zone";

const COUNTRY_COLUMN = "country:public_config->profile->>country";

/** The columns that make up a `Profile`. */
export const PROFILE_COLUMNS = Object.keys(Profile.shape)
  .map((name) =>
    name === "employer" ? `employer:dealership_id(${UNITS_COLUMNS},${COUNTRY_COLUMN})` : name,
  )
  .join(",");

/**
 * The signed-in person: the auth user merged with the profile, or the auth user alone if there is
 * no profile.
 */
export type SessionUser = Profile & { factors: User["factors"] };

/** The role of a person without a readable profile; no profile has it. */
export const unreadProfileRole = "authenticated";

/** Merges the auth user with the profile; the auth user's e-mail or phone fills a missing one. */
export function toSessionUser(user: User, profile: Profile | null): SessionUser {
  const fromAuth = {
    id: user.id,
    email: user.email ?? null,
    phone: user.phone ?? null,
    role: unreadProfileRole,
    factors: user.factors,
  };
  if (!profile) return fromAuth;
  return {
    ...fromAuth,
    ...profile,
    email: profile.email || fromAuth.email,
    phone: profile.phone || fromAuth.phone,
  };
}

/** The person's full name, else e-mail, else phone. */
export function displayName(user: Pick<Profile, "full_name" | "email" | "phone">): string {
  return user.full_name || user.email || user.phone || "";
}
