import type { SupabaseClient } from "@supabase/supabase-js";
import { queryOptions, useQuery } from "@tanstack/react-query";
import type { ReactNode } from "react";
import { Link } from "react-router";
import { z } from "zod";
import { useAuth } from "#web/session/use-auth.ts";
import { Button } from "#web/ui/controls/button.tsx";
import { Skeleton } from "#web/ui/states/skeleton.tsx";
import { accountMessages } from "../messages.ts";
import { CreateAdminForm } from "./create-admin-form.tsx";

/** The form for the first admin; once there is one, it says so and leads to the sign-in. */
export function CreateAdmin() {
  const { supabase } = useAuth();
  const { data: exists, isError, refetch } = useQuery(adminExistsQuery(supabase));
  if (exists === false) return <CreateAdminForm />;
  if (exists) {
    return (
      <Closed text={accountMessages.adminExists}>
        <Button asChild size="lg">
          <Link to="/login">Ir a iniciar sesión</Link>
        </Button>
      </Closed>
    );
  }
  if (isError) {
    return (
      <Closed text={accountMessages.unexpected.description}>
        <Button onClick={() => refetch()}>Reintentar</Button>
      </Closed>
    );
  }
  return (
    <div role="status" className="grid gap-5">
      <span className="sr-only">Cargando...</span>
      <Skeleton className="h-16" />
      <Skeleton className="h-16" />
      <Skeleton className="h-16" />
    </div>
  );
}

function Closed({ text, children }: { text: string; children: ReactNode }) {
  return (
    <div role="status" className="grid justify-items-start gap-5 rounded-xl border bg-muted/50 p-5">
      <p className="leading-relaxed">{text}</p>
      {children}
    </div>
  );
}

/** Whether the first admin has been made (rpc admin_exists, open to anyone). */
function adminExistsQuery(supabase: SupabaseClient) {
  return queryOptions({
    queryKey: ["accounts", "admin-exists"],
    queryFn: async () => {
      const { data, error } = await supabase.rpc("admin_exists");
      if (error) throw error;
      return z.boolean().parse(data);
    },
  });
}
