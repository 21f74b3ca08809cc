import { useMutation, useQueryClient } from "@tanstack/react-query";
import { Copy, Download, KeyRound } from "lucide-react";
import { useState } from "react";
import { failureNotice } from "#web/api/failure-notice.ts";
import { useAuth } from "#web/session/use-auth.ts";
import { Button } from "#web/ui/controls/button.tsx";
import { downloadFile } from "#web/ui/controls/download-file.ts";
import { ConfirmDialog } from "#web/ui/overlays/alert-dialog.tsx";
import { Dialog, DialogContent } from "#web/ui/overlays/dialog.tsx";
import { toast } from "#web/ui/states/toast.ts";
import { copyText } from "./copy-text.ts";
import { factorMessages } from "./messages.ts";
import { createRecoveryCodes, type OwnFactors, ownFactorsQuery } from "./own-factors.ts";

/** Remaining codes below which new ones are suggested. */
const FEW_CODES = 3;

/** The number of remaining recovery codes, and a button to replace them. */
export function RecoveryCodesRow({ codes }: Pick<OwnFactors, "codes">) {
  const { supabase } = useAuth();
  const queries = useQueryClient();
  const [asking, setAsking] = useState(false);
  const make = useMutation({
    mutationFn: () => createRecoveryCodes(supabase, codes ? "other" : "first"),
    onSuccess: () => queries.invalidateQueries(ownFactorsQuery(supabase)),
    onError: (error) => toast(failureNotice(factorMessages.codesFailed, error)),
    onSettled: () => setAsking(false),
  });
  const isScarce = !codes || codes.remaining <= FEW_CODES;
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

/** New recovery codes, shown only once: to copy, download or write down. */
export function SavedCodes({ codes, onSaved }: { codes: string[]; onSaved: () => void }) {
  const lines = codes.map((code) => (code.match(/.{1,4}/g) ?? []).join("-"));
  const text = `Códigos de recuperación de Vitrina (cada uno sirve una vez)\n\n${lines.join("\n")}\n`;
  return (
    <div className="grid gap-5">
      <ul
        aria-label="Códigos de recuperación"
        className="grid gap-x-6 gap-y-2 rounded-xl bg-muted p-4 text-center font-mono text-sm min-[400px]:grid-cols-2"
      >
        {lines.map((line) => (
          <li key={line}>{line}</li>
        ))}
      </ul>
      <div className="grid gap-2 sm:grid-cols-2">
        <Button variant="outline" onClick={() => copyText(lines.join("\n"))}>
          <Copy aria-hidden="true" />
          Copiar
        </Button>
        <Button
          variant="outline"
          onClick={() =>
            downloadFile(
              new Blob([text], { type: "text/plain" }),
              "vitrina-codigos-de-recuperacion.txt",
            )
          }
        >
          <Download aria-hidden="true" />
          Descargar
        </Button>
      </div>
      <Button onClick={onSaved} className="w-full">
        Ya los guardé
      </Button>
    </div>
  );
}
