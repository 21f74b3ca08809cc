import { useAuth } from "#web/session/use-auth.ts";
import type { ToastInput } from "#web/ui/toast.ts";

/** Gives what a form asks before it saves: null with a session; without one the notice, and the way back into it opens. */
export function useNeededSession(notice: ToastInput): () => ToastInput | null {
  const { session, askSignIn } = useAuth();
  return () => {
    if (session) return null;
    askSignIn();
    return notice;
  };
}
