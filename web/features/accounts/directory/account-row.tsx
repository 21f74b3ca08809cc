import { type InfiniteData, useMutation, useQueryClient } from "@tanstack/react-query";
import { LogIn, Pencil, Trash2 } from "lucide-react";
import { useId } from "react";
import { Link, useNavigate } from "react-router";
import { failureNotice } from "#web/api/failure-notice.ts";
import { displayName, Profile } from "#web/session/session-user.ts";
import { useAuth } from "#web/session/use-auth.ts";
import { Button } from "#web/ui/controls/button.tsx";
import { buttonStyles } from "#web/ui/controls/button-styles.ts";
import { Switch } from "#web/ui/fields/switch.tsx";
import { Avatar } from "#web/ui/frame/avatar.tsx";
import { Tooltip } from "#web/ui/overlays/tooltip.tsx";
import { toast } from "#web/ui/states/toast.ts";
import { AccountIdentity } from "../account-identity.tsx";
import { adminMessages, describeActive, updateFailed } from "../admin-messages.ts";
import { AccountBadges } from "./account-badges.tsx";
import { type Account, type AccountPage, accountKeys } from "./account-list.ts";

/**
 * An account with its actions. Administrators cannot change their own (docs/product/admin.md); an
 * applicant's is activated by the decision.
 */
export function AccountRow({ account, onDelete }: { account: Account; onDelete: () => void }) {
  const { user } = useAuth();
  const reasonId = useId();
  const own = account.id === user?.id;
  const name = displayName(account);
  const asked = account.asked_role;
  const impersonate = useImpersonate();
  const changeActive = useChangeActive();
  const guard = own
    ? ({ "aria-disabled": true, "aria-describedby": reasonId, className: protectedStyles } as const)
    : {};
  return (
    <div className="flex flex-wrap items-center gap-x-4 gap-y-2.5 px-4 py-3 sm:px-5">
      <div className="flex min-w-0 grow basis-64 items-center gap-3">
        <Avatar name={name} src={account.config?.profile?.logo} />
        <div className="min-w-0 grow">
          <AccountIdentity account={account} own={own} />
        </div>
        <div className="flex flex-col items-end gap-1 sm:flex-row sm:items-center sm:gap-2">
          <AccountBadges account={account} stateClass="sm:w-18 sm:justify-center" />
        </div>
      </div>
      <div className="flex grow items-center justify-between gap-3 sm:grow-0 sm:justify-end">
        {!asked && (
          <Switch
            aria-label={`Cuenta activa: ${name}`}
            checked={account.is_active === true}
            onCheckedChange={(active) =>
              own ? rejectOnOwnAccount("deactivate") : changeActive.mutate({ account, active })
            }
            {...guard}
          />
        )}
        <div className="ml-auto flex items-center gap-1">
          <Button
            variant="outline"
            size="sm"
            aria-label={`Administrar ${name}`}
            onClick={() => (own ? rejectOnOwnAccount("impersonate") : impersonate(account))}
            {...guard}
          >
            <LogIn aria-hidden="true" />
            Administrar
          </Button>
          <Tooltip content="Editar">
            <Link
              to={`/admin/user/edit/${account.id}`}
              aria-label={`Editar ${name}`}
              className={buttonStyles({ variant: "ghost", size: "icon" })}
            >
              <Pencil aria-hidden="true" />
            </Link>
          </Tooltip>
          <Tooltip content={own ? "No puedes eliminar tu propia cuenta" : "Eliminar"}>
            <Button
              variant="ghost"
              size="icon"
              aria-label={`Eliminar ${name}`}
              onClick={() => (own ? rejectOnOwnAccount("delete") : onDelete())}
              {...guard}
              className={own ? protectedStyles : "text-destructive-ink"}
            >
              <Trash2 aria-hidden="true" />
            </Button>
          </Tooltip>
        </div>
      </div>
      {own && (
        <p id={reasonId} className="sr-only">
          Es tu propia cuenta: no puedes administrarla, desactivarla ni eliminarla.
        </p>
      )}
    </div>
  );
}

/** Looks and is announced as disabled, but a press still shows the reason. */
const protectedStyles =
  "aria-disabled:pointer-events-auto aria-disabled:cursor-not-allowed aria-disabled:opacity-55";

type Loaded = InfiniteData<AccountPage, number>;

/** Activates or deactivates an account, optimistically. */
function useChangeActive() {
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
      toast(failureNotice(updateFailed(displayName(account)), error));
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

/** Starts impersonating an account and opens its dashboard. */
function useImpersonate(): (account: Profile) => void {
  const { startImpersonation } = useAuth();
  const navigate = useNavigate();
  return (account) => {
    startImpersonation(Profile.parse(account));
    navigate("/dashboard");
  };
}

/** Tells administrators why they cannot do this to their own account. */
function rejectOnOwnAccount(act: "delete" | "deactivate" | "impersonate"): void {
  const { title, [act]: description } = adminMessages.ownAccount;
  toast({ title, description, variant: "destructive" });
}
