import { usePublicConfig } from "#web/session/public-config.ts";
import { useAuth } from "#web/session/use-auth.ts";
import type { Uploader } from "./photos/upload-photo.ts";

/** The signed-in person as an uploader into a dealership's folder. */
export function useUploader(ownerId: string): Uploader {
  const { supabase, impersonatedUser } = useAuth();
  const { anonKey } = usePublicConfig();
  return { supabase, anonKey, ownerId, impersonatedId: impersonatedUser?.id ?? null };
}
