import { useNavigate } from "react-router";
import { Profile } from "#web/session/session-user.ts";
import { useAuth } from "#web/session/use-auth.ts";

/**
 * Gives what starts acting for an account and leads to its dashboard (product section 4
 * "Impersonation").
 */
export function useImpersonate(): (account: Profile) => void {
  const { startImpersonation } = useAuth();
  const navigate = useNavigate();
  return (account) => {
    startImpersonation(Profile.parse(account));
    navigate("/dashboard");
  };
}
