import type { OwnProfile } from "./own-profile.ts";

/** A stored dealership profile for tests, with overrides. */
export function makeProfile(changes: Partial<OwnProfile>): OwnProfile {
  return {
    id: "0b8f4a52-6d0a-4b58-9d8e-0a8f6d4f1c11",
    full_name: "Ana Sol",
    email: "ana@example.com",
    phone: "1",
    role: "concesionario",
    is_active: true,
    public_slug: null,
    dealership_id: null,
    custom_domain: null,
    config: {},
    updated_at: "2026-11-21",
    ...changes,
  };
}
