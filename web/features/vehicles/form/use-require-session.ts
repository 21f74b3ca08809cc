import { useAuth } from "#web/session/use-auth.ts";
import type { ToastInput } from "#web/ui/states/toast.ts";

/**
 * Returns a check to run before saving: null with a session; without one it opens the sign-in and
 * returns the notice. Asks the client, because the stored session can vanish (another tab, cleared
 * storage).
 */
export function useRequireSession(notice: ToastInput): () => Promise<ToastInput | null> {
  const { supabase, user, askSignIn } = useAuth();
  return async () => {
    const { data, error } = await supabase.auth.getSession();
    const hasNoResponse = error?.name === "AuthRetryableFetchError";
    if (user && (data.session || hasNoResponse)) return null;
    askSignIn();
    return notice;
  };
}
