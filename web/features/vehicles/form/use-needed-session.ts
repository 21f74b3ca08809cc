import { useAuth } from "#web/session/use-auth.ts";
import type { ToastInput } from "#web/ui/states/toast.ts";

/**
 * Gives what a form asks before it saves: null with a session; without one the notice, and the way
 * back into it opens. The client is asked, since what it keeps can be gone without a word (another
 * tab, a browser that clears its storage).
 */
export function useNeededSession(notice: ToastInput): () => Promise<ToastInput | null> {
  const { supabase, user, askSignIn } = useAuth();
  return async () => {
    const { data, error } = await supabase.auth.getSession();
    const hasNoResponse = error?.name === "AuthRetryableFetchError";
    if (user && (data.session || hasNoResponse)) return null;
    askSignIn();
    return notice;
  };
}
