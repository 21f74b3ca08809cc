import { ownSentence } from "#web/api/server-sentence.ts";
import { useAuth } from "../use-auth.ts";

/**
 * Asks whether the session lives, before an act of the auth client: unlike reads and writes of rows
 * that does not wait for a sign-in over the page. The page must be held as saving. Returns what to
 * show when the person puts the sign-in off, or null.
 */
export function useLiveSession(): () => Promise<string | null> {
  const { supabase } = useAuth();
  return async () => {
    const { error } = await supabase.rpc("get_own_sessions");
    return ownSentence(error);
  };
}
