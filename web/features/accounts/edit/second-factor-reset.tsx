import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { Link } from "react-router";
import { requestErrorMessage } from "#web/api/request-error-message.ts";
import { displayName } from "#web/session/session-user.ts";
import { useAuth } from "#web/session/use-auth.ts";
import { Button } from "#web/ui/controls/button.tsx";
import { Badge } from "#web/ui/frame/badge.tsx";
import { FormSection } from "#web/ui/frame/form-section.tsx";
import { ConfirmDialog } from "#web/ui/overlays/alert-dialog.tsx";
import { toast } from "#web/ui/states/toast.ts";
import type { Account } from "../directory/account-list.ts";
import { secondFactorMessages } from "../messages.ts";

type SecondFactorResetProps = { account: Account; own: boolean };

/**
 * Shows whether an account has a second factor; an administrator can remove it for someone who lost
 * it.
 */
export function SecondFactorReset({ account, own }: SecondFactorResetProps) {
  const { supabase } = useAuth();
  const [asking, setAsking] = useState(false);
  const hasFactor = useQuery({
    queryKey: secondFactorKey(account.id),
    queryFn: async ({ signal }) => {
      const { data, error } = await supabase
        .rpc("has_second_factor", { p_user_id: account.id })
        .abortSignal(signal);
      if (error) throw error;
      return data === true;
    },
  });
  return (
    <FormSection
      title={secondFactorMessages.title}
      description="El código que se pide al entrar, además de la contraseña."
    >
      <div className="flex flex-wrap items-center justify-between gap-3">
        <Badge variant={hasFactor.data ? "success" : "neutral"}>
          {hasFactor.data ? "Activada" : "Sin activar"}
        </Badge>
        {hasFactor.data && !own && (
          <Button variant="outline" onClick={() => setAsking(true)}>
            Quitar verificación
          </Button>
        )}
      </div>
      <p className="text-muted-foreground text-sm leading-relaxed">
        {own ? (
          <span>
            La tuya se gestiona en{" "}
            <Link to="/settings?tab=seguridad" className="font-medium text-primary-ink underline">
              Configuración
            </Link>
            .
          </span>
        ) : (
          "Quítala solo si la persona perdió su teléfono y sus códigos de recuperación, y sabes que es ella."
        )}
      </p>
      <ResetDialog account={account} open={asking} onClose={() => setAsking(false)} />
    </FormSection>
  );
}

const secondFactorKey = (id: string) => ["second-factor", id];

type ResetDialogProps = { account: Account; open: boolean; onClose: () => void };

function ResetDialog({ account, open, onClose }: ResetDialogProps) {
  const { supabase } = useAuth();
  const queries = useQueryClient();
  const name = displayName(account);
  const reset = useMutation({
    mutationFn: async () => {
      const { error } = await supabase.rpc("reset_second_factor_by_admin", {
        p_user_id: account.id,
      });
      if (error) throw error;
    },
    onSuccess: () => toast({ ...secondFactorMessages.resetDone(name), variant: "success" }),
    onError: (error) => {
      const description = requestErrorMessage(error);
      toast({ title: secondFactorMessages.resetFailed, description, variant: "destructive" });
    },
    onSettled: async () => {
      await queries.invalidateQueries({ queryKey: secondFactorKey(account.id) });
      onClose();
    },
  });
  return (
    <ConfirmDialog
      open={open}
      onOpenChange={onClose}
      destructive
      pending={reset.isPending}
      title={secondFactorMessages.resetTitle}
      description={secondFactorMessages.resetDescription(name, account.email)}
      confirmLabel="Quitar"
      onConfirm={() => reset.mutate()}
    />
  );
}
