import { type AuthError, type Factor, isAuthError } from "@supabase/supabase-js";
import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { Plus, ShieldCheck, Smartphone } from "lucide-react";
import { type FormEvent, useState } from "react";
import { failureNotice } from "#web/api/failure-notice.ts";
import { useSessionCheck } from "#web/session/forms/use-session-check.ts";
import { useAuth } from "#web/session/use-auth.ts";
import { Button } from "#web/ui/controls/button.tsx";
import { Field } from "#web/ui/fields/field.tsx";
import { Input } from "#web/ui/fields/input.tsx";
import { Badge } from "#web/ui/frame/badge.tsx";
import { FormSection } from "#web/ui/frame/form-section.tsx";
import { ConfirmDialog } from "#web/ui/overlays/alert-dialog.tsx";
import { Dialog, DialogContent } from "#web/ui/overlays/dialog.tsx";
import { useHeldPage } from "#web/ui/overlays/held-page.ts";
import { Skeleton } from "#web/ui/states/skeleton.tsx";
import { toast } from "#web/ui/states/toast.ts";
import { factorMessages } from "./messages.ts";
import {
  createRecoveryCodes,
  describeEnrollFailure,
  type EnrolledApp,
  enrollApp,
  type OwnFactors,
  ownFactorsQuery,
  removeApp,
  uniqueAppName,
} from "./own-factors.ts";
import { RecoveryCodesRow, SavedCodes } from "./recovery-codes.tsx";
import { ScanAppStep } from "./scan-app-step.tsx";

type EnrolDialogProps = { apps: Factor[]; hasCodes: boolean; onClose: () => void };

type Step = { at: "name" } | { at: "scan"; app: EnrolledApp } | { at: "codes"; codes: string[] };

const titles: Record<Step["at"], string> = {
  name: "Añadir una aplicación",
  scan: "Escanea el código",
  codes: "Guarda tus códigos de recuperación",
};

/** Sets up an app: name, QR code and first code; with the first app also the recovery codes. */
function EnrolDialog({ apps, hasCodes, onClose }: EnrolDialogProps) {
  const { supabase } = useAuth();
  const queries = useQueryClient();
  const [step, setStep] = useState<Step>({ at: "name" });
  useHeldPage(true, true);

  const close = () => {
    // An app without a verified code is inactive; the server deletes it later if this request
    // fails.
    if (step.at === "scan") void supabase.auth.mfa.unenroll({ factorId: step.app.id });
    onClose();
  };
  const finish = async () => {
    toast({ ...factorMessages.enrolled, variant: "success" });
    const codes = hasCodes ? null : await createRecoveryCodes(supabase, "first").catch(() => null);
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
        // A click outside must not lose codes that are shown only once.
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

/** The second factor: add and remove apps, and manage recovery codes. */
export function SecondFactorSection() {
  const { supabase } = useAuth();
  const factors = useQuery(ownFactorsQuery(supabase));
  return (
    <FormSection
      title="Verificación en dos pasos"
      description="Además de tu contraseña, te pediremos un código que solo tiene tu teléfono."
    >
      {factors.data && <LoadedFactors factors={factors.data} />}
      {factors.isPending && <Skeleton className="h-24 rounded-lg" />}
      {factors.isError && !factors.data && (
        <div className="grid justify-items-start gap-3">
          <p className="text-muted-foreground text-sm">{factorMessages.loadFailed}</p>
          <Button
            variant="outline"
            loading={factors.isFetching}
            onClick={() => void factors.refetch()}
          >
            Reintentar
          </Button>
        </div>
      )}
    </FormSection>
  );
}

function LoadedFactors({ factors: { apps, codes } }: { factors: OwnFactors }) {
  const [enrolling, setEnrolling] = useState(false);
  const [leaving, setLeaving] = useState<Factor | null>(null);
  const isOn = apps.length > 0;
  return (
    <>
      <div className="flex items-start gap-3">
        <ShieldCheck
          aria-hidden="true"
          className={`mt-0.5 size-5 shrink-0 ${isOn ? "text-success-ink" : "text-muted-foreground"}`}
        />
        <div className="grid gap-1 text-sm leading-relaxed">
          <p className="flex flex-wrap items-center gap-2 font-medium">
            <span>
              {isOn
                ? "Tu cuenta pide un código al entrar"
                : "Tu cuenta entra solo con la contraseña"}
            </span>
            <Badge variant={isOn ? "success" : "neutral"}>
              {isOn ? "Activada" : "Sin activar"}
            </Badge>
          </p>
          {!isOn && (
            <p className="text-muted-foreground">
              Necesitas una aplicación de autenticación en tu teléfono, como Google Authenticator,
              Microsoft Authenticator o la de tu gestor de contraseñas.
            </p>
          )}
        </div>
      </div>
      {isOn && (
        <ul className="grid divide-y rounded-xl border">
          {apps.map((app) => (
            <AppRow key={app.id} app={app} onRemove={() => setLeaving(app)} />
          ))}
          <RecoveryCodesRow codes={codes} />
        </ul>
      )}
      <Button
        variant={isOn ? "outline" : "primary"}
        className="w-full sm:w-fit"
        icon={<Plus aria-hidden="true" />}
        onClick={() => setEnrolling(true)}
      >
        {isOn ? "Añadir otra aplicación" : "Activar verificación"}
      </Button>
      {enrolling && (
        <EnrolDialog apps={apps} hasCodes={codes !== null} onClose={() => setEnrolling(false)} />
      )}
      {leaving && (
        <RemoveAppDialog
          app={leaving}
          isLast={apps.length === 1}
          onClose={() => setLeaving(null)}
        />
      )}
    </>
  );
}

const date = new Intl.DateTimeFormat("es", { dateStyle: "long" });

function AppRow({ app, onRemove }: { app: Factor; onRemove: () => void }) {
  const name = app.friendly_name || "Aplicación sin nombre";
  return (
    <li className="flex items-center gap-3 p-3 sm:px-4">
      <Smartphone aria-hidden="true" className="size-5 shrink-0 text-muted-foreground" />
      <div className="grid min-w-0 grow text-sm">
        <span className="wrap-anywhere font-medium">{name}</span>
        <span className="text-muted-foreground text-xs">
          {`Desde el ${date.format(new Date(app.created_at))}`}
        </span>
      </div>
      <Button variant="ghost" size="sm" aria-label={`Quitar ${name}`} onClick={onRemove}>
        Quitar
      </Button>
    </li>
  );
}

type NameAppStepProps = { apps: Factor[]; onDone: (app: EnrolledApp) => void };

function NameAppStep({ apps, onDone }: NameAppStepProps) {
  const { supabase } = useAuth();
  const findSessionEnd = useSessionCheck();
  const [name, setName] = useState(() => uniqueAppName(apps));
  const enrol = useMutation<EnrolledApp, AuthError, string>({
    mutationFn: async (wanted) => {
      await findSessionEnd();
      return enrollApp(supabase, wanted);
    },
    onSuccess: onDone,
  });
  const trimmed = name.trim();
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (trimmed) enrol.mutate(trimmed);
  };
  return (
    <form noValidate onSubmit={submit} className="grid gap-5">
      <Field
        label="Nombre"
        required
        hint="Para reconocerla después, por ejemplo si cambias de teléfono."
        error={trimmed ? refusalOf(enrol.error) : factorMessages.nameMissing}
      >
        <Input
          value={name}
          maxLength={60}
          autoComplete="off"
          onChange={({ target }) => setName(target.value)}
        />
      </Field>
      <Button type="submit" loading={enrol.isPending} className="w-full">
        Continuar
      </Button>
    </form>
  );
}

function refusalOf(error: unknown): string | undefined {
  if (!error) return undefined;
  return isAuthError(error) ? describeEnrollFailure(error) : factorMessages.enrolFailed;
}

type RemoveAppDialogProps = { app: Factor; isLast: boolean; onClose: () => void };

/** Confirms the removal of an app; without the last one only the password is needed. */
function RemoveAppDialog({ app, isLast, onClose }: RemoveAppDialogProps) {
  const { supabase } = useAuth();
  const queries = useQueryClient();
  const remove = useMutation({
    mutationFn: () => removeApp(supabase, app.id),
    onSuccess: () => toast({ ...factorMessages.removed, variant: "success" }),
    onError: (error) => toast(failureNotice(factorMessages.removeFailed, error)),
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
