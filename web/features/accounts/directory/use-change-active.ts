import { type InfiniteData, useMutation, useQueryClient } from "@tanstack/react-query";
import { ownSentence } from "#web/session/server-sentence.ts";
import { displayName } from "#web/session/session-user.ts";
import { useAuth } from "#web/session/use-auth.ts";
import { toast } from "#web/ui/states/toast.ts";
import { describeActive, updateFailed } from "../admin-messages.ts";
import { type Account, type AccountPage, accountKeys } from "./account-list.ts";

type Loaded = InfiniteData<AccountPage, number>;

/** Activates or deactivates an account. Shown at once, taken back when the server refuses. */
export function useChangeActive() {
  const { supabase } = useAuth();
  const queries = useQueryClient();
  return useMutation({
    mutationFn: async ({ account, active }: { account: Account; active: boolean }) => {
      const { error } = await supabase
        .from("profiles")
        .update({ is_active: active })
        .eq("id", account.id)
        .select("id")
        .single();
      if (error) throw error;
    },
    onMutate: async ({ account, active }) => {
      await queries.cancelQueries({ queryKey: accountKeys.lists });
      const before = queries.getQueriesData<Loaded>({ queryKey: accountKeys.lists });
      queries.setQueriesData<Loaded>({ queryKey: accountKeys.lists }, (loaded) =>
        changeLoaded(loaded, { ...account, is_active: active }),
      );
      return before;
    },
    onSuccess: (_, { account, active }) => {
      toast({ ...describeActive(displayName(account), active), variant: "success" });
    },
    onError: (error, { account }, before) => {
      for (const [key, loaded] of before ?? []) queries.setQueryData(key, loaded);
      toast({ ...updateFailed(displayName(account), ownSentence(error)), variant: "destructive" });
    },
    onSettled: () => queries.invalidateQueries({ queryKey: accountKeys.all }),
  });
}

function changeLoaded(loaded: Loaded | undefined, changed: Account): Loaded | undefined {
  return (
    loaded && {
      ...loaded,
      pages: loaded.pages.map((page) => ({
        ...page,
        accounts: page.accounts.map((one) => (one.id === changed.id ? changed : one)),
      })),
    }
  );
}
