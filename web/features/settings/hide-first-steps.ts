import { useMutation } from "@tanstack/react-query";
import { failureNotice } from "#web/api/failure-notice.ts";
import { useAuth } from "#web/session/use-auth.ts";
import { toast } from "#web/ui/states/toast.ts";
import { useCacheProfile } from "./config-changes.ts";
import { settingsMessages } from "./messages.ts";
import { saveProfile } from "./save-profile.ts";

/** Hides the first steps on the dashboard for the account, on all devices. */
export function useHideFirstSteps(accountId: string): { act: () => void; pending: boolean } {
  const { supabase } = useAuth();
  const applySavedProfile = useCacheProfile();
  const { mutate, isPending } = useMutation({
    mutationFn: () =>
      saveProfile(supabase, accountId, { config: { first_steps: { hidden: true } } }),
    onSuccess: (outcome) => {
      if (outcome.saved) applySavedProfile(outcome.profile);
      else toast(failureNotice(settingsMessages.saveFailed, outcome.error));
    },
  });
  return { act: mutate, pending: isPending };
}
