import type { SupabaseClient } from "@supabase/supabase-js";
import { useActiveUser, useAuth } from "#web/session/use-auth.ts";
import { LOGO, uploadPicture } from "#web/ui/picture/page-picture.ts";
import type { ToastInput } from "#web/ui/states/toast.ts";
import { userMessageOf } from "#web/ui/states/user-facing-error.ts";
import { saveProfileAndCard } from "./edit/save-salesperson.ts";
import { portraitMessages } from "./messages.ts";

/** Whether the database lets the dealer, or an impersonating administrator, change portraits. */
export function useMayChangePortraits(): boolean {
  const { user } = useAuth();
  const { config } = useActiveUser();
  return user?.role === "admin" || config?.features?.canEditPublicPage !== false;
}

/**
 * Uploads a prepared portrait and saves it to the card. Returns the error text or null. Never
 * throws.
 */
export async function savePortrait(
  supabase: SupabaseClient,
  id: string,
  portrait: Promise<File>,
): Promise<ToastInput | null> {
  const reason = await portrait
    .then((file) => uploadPicture(supabase, id, LOGO, file))
    .then(
      (logo) => saveProfileAndCard(supabase, id, { logo }),
      (error: unknown) => userMessageOf(error, portraitMessages.unread),
    );
  if (reason === null) return null;
  const description = `${reason} ${portraitMessages.retry}`;
  return { title: portraitMessages.unsaved, description, variant: "destructive" };
}
