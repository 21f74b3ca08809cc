import { z } from "zod";
import type { OwnProfile } from "./own-profile.ts";

const Features = z
  .object({ features: z.object({ canEditPublicPage: z.boolean() }).partial().optional() })
  .catch({});

/**
 * Whether the database lets this person change page_style, public_slug, custom_domain and the
 * page's pictures (private.has_feature: both the account's own and its dealership's switch must be
 * on; an admin always may).
 */
export function mayEditPage(
  profile: Pick<OwnProfile, "config" | "dealership">,
  actor: { role: string },
): boolean {
  if (actor.role === "admin") return true;
  return [profile.config, profile.dealership?.config].every(
    (config) => Features.parse(config ?? {}).features?.canEditPublicPage !== false,
  );
}
