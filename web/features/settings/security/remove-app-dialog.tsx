import type { Factor } from "@supabase/supabase-js";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useAuth } from "#web/session/use-auth.ts";
import { ConfirmDialog } from "#web/ui/controls/alert-dialog.tsx";
import { toast } from "#web/ui/states/toast.ts";
import { factorMessages } from "./messages.ts";
import { ownFactorsQuery, removeApp } from "./own-factors.ts";

type RemoveAppDialogProps = { app: Factor; isLast: boolean; onClose: () => void };

/**
 * Asks before an app is removed; with the last one the account enters with the password alone
 * again.
 */
export function RemoveAppDialog({ app, isLast, onClose }: RemoveAppDialogProps) {
  const { supabase } = useAuth();
  const queries = useQueryClient();
  const remove = useMutation({
    mutationFn: () => removeApp(supabase, app.id),
    onSuccess: () => toast({ ...factorMessages.removed, variant: "success" }),
    onError: () => toast({ ...factorMessages.removeFailed, variant: "destructive" }),
    onSettled: async () => {
      onClose();
      await queries.invalidateQueries(ownFactorsQuery(supabase));
    },
  });
  return (
    <ConfirmDialog
      open
      onOpenChange={onClose}
      destructive
      pending={remove.isPending}
      title={`¿Quitar ${app.friendly_name || "la aplicación"}?`}
      description={
        isLast
          ? "Tu cuenta volverá a entrar solo con la contraseña, y tus códigos de recuperación dejarán de servir."
          : "Sus códigos dejarán de servir para entrar. Tus demás aplicaciones siguen igual."
      }
      confirmLabel="Quitar"
      onConfirm={() => remove.mutate()}
    />
  );
}
