import { useMutation, useQueryClient } from "@tanstack/react-query";
import { KeyRound } from "lucide-react";
import { useState } from "react";
import { useAuth } from "#web/session/use-auth.ts";
import { ConfirmDialog } from "#web/ui/controls/alert-dialog.tsx";
import { Button } from "#web/ui/controls/button.tsx";
import { Dialog, DialogContent } from "#web/ui/controls/dialog.tsx";
import { toast } from "#web/ui/states/toast.ts";
import { makeCodes, type OwnFactors, ownFactorsQuery } from "./own-factors.ts";
import { SavedCodes } from "./saved-codes.tsx";
import { factorMessages } from "./security-messages.ts";

/** Few enough that the person should make others. */
const scarce = 3;

/** How many recovery codes are left, and others in their place. */
export function RecoveryCodesRow({ codes }: Pick<OwnFactors, "codes">) {
  const { supabase } = useAuth();
  const queries = useQueryClient();
  const [asking, setAsking] = useState(false);
  const make = useMutation({
    mutationFn: () => makeCodes(supabase, codes ? "other" : "first"),
    onSuccess: () => queries.invalidateQueries(ownFactorsQuery(supabase)),
    onError: () => toast({ ...factorMessages.codesFailed, variant: "destructive" }),
    onSettled: () => setAsking(false),
  });
  const isScarce = !codes || codes.remaining <= scarce;
  return (
    <li className="flex items-center gap-3 p-3 sm:px-4">
      <KeyRound aria-hidden="true" className="size-5 shrink-0 text-muted-foreground" />
      <div className="grid min-w-0 grow text-sm">
        <span className="font-medium">Códigos de recuperación</span>
        <span className={`text-xs ${isScarce ? "text-warning-ink" : "text-muted-foreground"}`}>
          {codes ? `Quedan ${codes.remaining} de ${codes.total}` : "Aún no tienes"}
        </span>
      </div>
      <Button
        variant="ghost"
        size="sm"
        loading={make.isPending && !asking}
        onClick={() => (codes ? setAsking(true) : make.mutate())}
      >
        {codes ? "Crear otros" : "Crear"}
      </Button>
      <ConfirmDialog
        open={asking}
        onOpenChange={setAsking}
        title="¿Crear otros códigos?"
        description="Los códigos que guardaste antes dejarán de servir."
        confirmLabel="Crear otros"
        pending={make.isPending}
        onConfirm={() => make.mutate()}
      />
      {make.data && (
        <Dialog open onOpenChange={(open) => !open && make.reset()}>
          <DialogContent
            title="Guarda tus códigos de recuperación"
            description="Si pierdes el teléfono, entras con uno de ellos. Cada uno sirve una vez, y no los volveremos a mostrar."
            onInteractOutside={(event) => event.preventDefault()}
          >
            <SavedCodes codes={make.data} onSaved={make.reset} />
          </DialogContent>
        </Dialog>
      )}
    </li>
  );
}
