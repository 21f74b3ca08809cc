import type { Factor } from "@supabase/supabase-js";
import { useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { useAuth } from "#web/session/use-auth.ts";
import { Dialog, DialogContent } from "#web/ui/controls/dialog.tsx";
import { toast } from "#web/ui/states/toast.ts";
import { NameAppStep } from "./name-app-step.tsx";
import { type EnrolledApp, makeCodes, ownFactorsQuery } from "./own-factors.ts";
import { SavedCodes } from "./saved-codes.tsx";
import { ScanAppStep } from "./scan-app-step.tsx";
import { factorMessages } from "./security-messages.ts";

type EnrolDialogProps = { apps: Factor[]; hasCodes: boolean; onClose: () => void };

type Step = { at: "name" } | { at: "scan"; app: EnrolledApp } | { at: "codes"; codes: string[] };

const titles: Record<Step["at"], string> = {
  name: "Añadir una aplicación",
  scan: "Escanea el código",
  codes: "Guarda tus códigos de recuperación",
};

/**
 * Sets up an app: its name, its QR code and first code, and with the first app the recovery codes.
 */
export function EnrolDialog({ apps, hasCodes, onClose }: EnrolDialogProps) {
  const { supabase } = useAuth();
  const queries = useQueryClient();
  const [step, setStep] = useState<Step>({ at: "name" });

  const close = () => {
    // An app without its first code counts for nothing; the server forgets it by itself if this
    // does not arrive.
    if (step.at === "scan") void supabase.auth.mfa.unenroll({ factorId: step.app.id });
    onClose();
  };
  const finish = async () => {
    toast({ ...factorMessages.enrolled, variant: "success" });
    const codes = hasCodes ? null : await makeCodes(supabase, "first").catch(() => null);
    if (codes) setStep({ at: "codes", codes });
    else onClose();
    await queries.invalidateQueries(ownFactorsQuery(supabase));
    await queries.invalidateQueries({ queryKey: ["own-sessions"] });
  };

  return (
    <Dialog open onOpenChange={(open) => !open && close()}>
      <DialogContent
        title={titles[step.at]}
        description={
          step.at === "codes"
            ? "Si pierdes el teléfono, entras con uno de ellos. Cada uno sirve una vez, y no los volveremos a mostrar."
            : undefined
        }
        // A slip beside the panel must not lose codes that are shown only once.
        onInteractOutside={(event) => step.at !== "name" && event.preventDefault()}
      >
        {step.at === "name" && (
          <NameAppStep apps={apps} onDone={(app) => setStep({ at: "scan", app })} />
        )}
        {step.at === "scan" && <ScanAppStep app={step.app} onDone={finish} />}
        {step.at === "codes" && <SavedCodes codes={step.codes} onSaved={onClose} />}
      </DialogContent>
    </Dialog>
  );
}
