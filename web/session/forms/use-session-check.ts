import { databaseMessage } from "#web/api/request-error-message.ts";
import { useAuth } from "../use-auth.ts";

/**
 * Returns a function that checks the session before a call of the auth client, which, unlike row
 * requests, does not wait for a new sign-in. Requires a page held as "saving". The function returns
 * the message to show if the person postpones the sign-in, or null.
 */
export function useSessionCheck(): () => Promise<string | null> {
  const { supabase } = useAuth();
  return async () => {
    const { error } = await supabase.rpc("get_own_sessions");
    return databaseMessage(error);
  };
}
