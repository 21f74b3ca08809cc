import { useQuery, useQueryClient } from "@tanstack/react-query";
import { useEffect } from "react";
import { useNavigate } from "react-router";
import { requestErrorMessage } from "#web/api/request-error-message.ts";
import { displayName } from "#web/session/session-user.ts";
import { useAuth } from "#web/session/use-auth.ts";
import { PageHeader } from "#web/ui/frame/page-header.tsx";
import { LoadFailed } from "#web/ui/states/load-failed.tsx";
import { Skeleton } from "#web/ui/states/skeleton.tsx";
import { toast } from "#web/ui/states/toast.ts";
import { adminMessages } from "../admin-messages.ts";
import { AccountBadges } from "../directory/account-badges.tsx";
import { accountQuery } from "./account-to-edit.ts";
import { EditAccountForm } from "./edit-account-form.tsx";

/**
 * /admin/user/edit/{userId}: loads the account each time the page opens, without refetching while
 * the administrator edits.
 */
export function EditAccountPage({ id }: { id: string }) {
  const { supabase } = useAuth();
  const navigate = useNavigate();
  const queries = useQueryClient();
  const query = useQuery({
    queryKey: ["account-to-edit", id],
    queryFn: () => queries.fetchQuery({ ...accountQuery(supabase, id, "edit"), staleTime: 0 }),
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
    refetchOnReconnect: false,
  });

  const { data: account, isError, error, refetch } = query;
  useEffect(() => {
    if (account !== null) return;
    toast({ ...adminMessages.userMissing, variant: "destructive" });
    navigate("/admin/users", { replace: true });
  }, [account, navigate]);

  return (
    <>
      <PageHeader
        title="Editar usuario"
        description={account ? displayName(account) : undefined}
        backTo="/admin/users"
        actions={account && <AccountBadges account={account} />}
      />
      {account && <EditAccountForm key={account.id} account={account} onSaved={refetch} />}
      {!account && isError && (
        <LoadFailed
          title={adminMessages.userFailed}
          description={requestErrorMessage(error)}
          query={query}
        />
      )}
      {account === undefined && !isError && <LoadingAccount />}
    </>
  );
}

function LoadingAccount() {
  return (
    <div role="status" className="grid gap-6 lg:pl-[17rem]">
      <span className="sr-only">Cargando...</span>
      <Skeleton className="h-80 rounded-xl" />
      <Skeleton className="h-36 rounded-xl" />
      <Skeleton className="h-28 rounded-xl" />
    </div>
  );
}
