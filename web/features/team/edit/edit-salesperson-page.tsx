import { useQuery } from "@tanstack/react-query";
import { useEffect } from "react";
import { useNavigate } from "react-router";
import { requestErrorMessage } from "#web/api/request-error-message.ts";
import { useActiveUser, useAuth } from "#web/session/use-auth.ts";
import { PageHeader } from "#web/ui/frame/page-header.tsx";
import { LoadFailed } from "#web/ui/states/load-failed.tsx";
import { Skeleton } from "#web/ui/states/skeleton.tsx";
import { toast } from "#web/ui/states/toast.ts";
import { teamMessages } from "../messages.ts";
import { salespersonQuery } from "../team-queries.ts";
import { SalespersonForm } from "./salesperson-form.tsx";

/**
 * /team/edit/{salespersonId}: a missing salesperson, or one of another dealership, redirects to
 * /team (docs/product/team.md).
 */
export function EditSalespersonPage({ id }: { id: string }) {
  const { supabase } = useAuth();
  const dealership = useActiveUser();
  const navigate = useNavigate();
  const query = useQuery(salespersonQuery(supabase, dealership.id, id));
  const { data, error } = query;
  const refusal = data?.found === false ? data.reason : null;

  useEffect(() => {
    if (!refusal) return;
    toast({ ...teamMessages[refusal], variant: "destructive" });
    navigate("/team", { replace: true });
  }, [refusal, navigate]);

  if (error && !data) {
    return (
      <>
        <PageHeader title="Editar Vendedor" backTo="/team" />
        <LoadFailed
          title={teamMessages.memberFailed}
          description={requestErrorMessage(error)}
          query={query}
        />
      </>
    );
  }
  if (!data?.found) return <LoadingSalesperson />;
  return <SalespersonForm key={data.member.id} member={data.member} />;
}

function LoadingSalesperson() {
  return (
    <>
      <PageHeader title="Editar Vendedor" backTo="/team" />
      <div role="status" className="grid gap-6 lg:pl-[17rem]">
        <span className="sr-only">Cargando...</span>
        <Skeleton className="h-32 rounded-xl" />
        <Skeleton className="h-40 rounded-xl" />
        <Skeleton className="h-56 rounded-xl" />
      </div>
    </>
  );
}
