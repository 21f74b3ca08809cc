import { useQuery } from "@tanstack/react-query";
import { useEffect, useRef } from "react";
import { useNavigate } from "react-router";
import { Profile } from "#web/session/session-user.ts";
import { useAuth } from "#web/session/use-auth.ts";
import { toast } from "#web/ui/states/toast.ts";
import { adminMessages } from "./admin-messages.ts";
import { accountQuery } from "./edit/account-to-edit.ts";

/**
 * The stored copy of an impersonated account is from the moment it was stored: it is asked for
 * again, put right where it differs, and given up when there is no such account. Only a new answer
 * is compared, so that a copy that somebody renews meanwhile stays.
 */
export function useFreshImpersonation(impersonated: Profile): void {
  const { supabase, startImpersonation, stopImpersonation } = useAuth();
  const navigate = useNavigate();
  const { data: account } = useQuery({
    ...accountQuery(supabase, impersonated.id, "impersonate"),
    gcTime: 0,
  });
  const stored = useRef(impersonated);
  stored.current = impersonated;

  useEffect(() => {
    if (account === undefined) return;
    if (account === null) {
      stopImpersonation();
      toast({ ...adminMessages.userMissing, variant: "destructive" });
      navigate("/admin/users");
      return;
    }
    const fresh = Profile.parse(account);
    const isSame = JSON.stringify(fresh) === JSON.stringify(Profile.parse(stored.current));
    if (!isSame) startImpersonation(fresh);
  }, [account, startImpersonation, stopImpersonation, navigate]);
}
